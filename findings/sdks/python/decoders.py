"""Constrained decoders, which make a grammar of a schema."""

import json

from llguidance import LLMatcher
from outlines_core.json_schema import build_regex_from_schema


def llguidance(tool):
    problem = LLMatcher.validate_grammar(LLMatcher.grammar_from_json_schema(json.dumps(tool["inputSchema"])))
    if problem:
        raise ValueError(problem)


def outlines(tool):
    build_regex_from_schema(json.dumps(tool["inputSchema"]))


CONSUMERS = {"llguidance": (llguidance,), "outlines": (outlines,)}
