"""The toolkits that come with matplotlib."""
