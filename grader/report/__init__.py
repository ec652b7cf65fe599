"""What a report says: chapters, figures, captions, sentences. Looks at the text; runs nothing."""
