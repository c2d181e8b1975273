"""People: accounts, notifications, webhooks."""
