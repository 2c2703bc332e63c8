"""What the page is made of: documents, scripts, texts in five languages, boards, lessons."""
