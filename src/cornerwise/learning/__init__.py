"""How the engine learns which moves look good: from its own searches (docs/learning.md).

selfplay → samples → fitting → training
"""

from cornerwise.learning.training import Generation, Training

__all__ = ["Generation", "Training"]
