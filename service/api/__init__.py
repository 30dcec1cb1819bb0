"""The gRPC services, one file each: convert, call, answer."""
