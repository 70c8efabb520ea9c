"""Start of the command `avalon-bot`."""

import click


@click.group()
@click.version_option(package_name="avalon-bot")
def main() -> None:
    """Play and analyse Avalon board games."""
