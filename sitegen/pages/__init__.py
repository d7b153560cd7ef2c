"""Address, template and content of every page of a site."""
