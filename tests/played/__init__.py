"""What the table really plays of the rules: recorded while the tests run, judged once at their end."""
