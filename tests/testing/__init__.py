"""What Tableside gives the authors of games for their tests."""
