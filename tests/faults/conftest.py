"""Faults are met by the same real server as everything else."""

from tests.service.conftest import client, serve

__all__ = ["client", "serve"]
