"""Our games for other programs' frameworks; each module needs the extra of its name."""
