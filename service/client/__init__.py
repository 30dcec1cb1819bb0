"""Terminal clients: ordinary gRPC clients, built on the generated code alone."""
