"""What schemathesis does not know of the API."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def json_lines(_context, value):
    """Bodies of this type are texts already."""
    return value if isinstance(value, bytes) else str(value).encode()
