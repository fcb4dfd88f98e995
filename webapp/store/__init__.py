"""The database: rows, sessions, transactions, migrations. Other packages query the rows with SQLAlchemy."""
