"""The tutor for clients: tips, reviews, tries, live analysis, studies, openings."""
