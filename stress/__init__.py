"""What the server must bear, played out for long: ``make stress``."""
