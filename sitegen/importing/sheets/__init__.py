"""The sheets of workbooks in xlsx, xls and ods."""
