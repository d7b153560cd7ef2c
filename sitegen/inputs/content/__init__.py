"""Pages that people write: Markdown, pictures and drawings, made safe to publish."""
