"""Games from outside: one is built, installed beside the house and played."""
