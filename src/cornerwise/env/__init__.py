"""Environments for programs that learn, each after the rules of its project (docs/research.md).

seen → seated → pettingzoo, gymnasium, openspiel

`cornerwise.env.pettingzoo` has all seats act in turn. In `cornerwise.env.gymnasium` one seat learns
against others, in one game or in many at once. `cornerwise.env.openspiel` is a game of OpenSpiel.
"""
