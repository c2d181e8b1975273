"""The position as a picture, as text and as data for the page."""
