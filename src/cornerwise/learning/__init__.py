"""How the engine learns which moves look good: from its own searches (docs/learning.md).

selfplay → samples → fitting → shipping → training
"""

from cornerwise.extras import need

need("train")

from cornerwise.learning.training import Generation, Training  # noqa: E402  (needs numpy)

__all__ = ["Generation", "Training"]
