"""Tests see the engine as it is shipped, whatever weights the developer has trained."""

import os

os.environ["CORNERWISE_WEIGHTS"] = ""
