"""The command `avalon-bot`."""
