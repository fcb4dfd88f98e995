"""The included games, each in one package: its rules, its commands, its views."""
