"""The live channel: WebSocket, frames and messages."""
