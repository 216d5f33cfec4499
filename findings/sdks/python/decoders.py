"""Constrained decoders, which make a grammar of a schema."""

import json

from llguidance import LLMatcher
from outlines_core.json_schema import build_regex_from_schema


def llguidance(tools, _):
    problem = LLMatcher.validate_grammar(LLMatcher.grammar_from_json_schema(json.dumps(tools[0]["inputSchema"])))
    if problem:
        raise ValueError(problem)


def outlines(tools, _):
    build_regex_from_schema(json.dumps(tools[0]["inputSchema"]))


CONSUMERS = {"llguidance": ("checks", llguidance), "outlines": ("checks", outlines)}
