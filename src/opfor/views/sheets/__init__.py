"""Tables as sheets: lines and columns as a book prints them, typed cell by cell."""
