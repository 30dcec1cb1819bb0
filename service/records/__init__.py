"""Finished matches as documents: exported, replayed and verified, without any server."""
