"""Tests see the engine as it is shipped, whatever weights the developer has trained.

None depends on how busy the machine is: an example may take as long as it takes.
"""

import os

from hypothesis import HealthCheck, settings

os.environ["CORNERWISE_WEIGHTS"] = ""
settings.register_profile(
    "busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("busy machine")
