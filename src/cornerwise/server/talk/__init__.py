"""Talk at games, and what keeps it friendly: floods, mutes, reports, moderators, pauses."""
