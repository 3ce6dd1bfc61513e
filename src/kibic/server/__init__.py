"""The table in the browser: HTTP and WebSocket, tables and seats, the event log, bot seats. It knows no game rule."""
