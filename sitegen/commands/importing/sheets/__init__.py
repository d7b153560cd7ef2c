"""The sheets of workbooks, of each of the formats that programs save them in."""
