"""The subcommands, one module each, loaded by name (see omaha_fast.cli)."""
