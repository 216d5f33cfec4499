#!/usr/bin/env bash
# Shows that outlines-core puts a pattern with alternatives between quotes without a group, so that half of a JSON text fits.
set -euo pipefail

cat <<'TEXT'
Guess: for the schema { type: string, pattern: "^red$|^blue$" }, a decoder allows "red" and "blue", each in its quotes.
Truth: outlines-core 0.2 makes the expression ("red$|^blue"), whose alternatives are "red and blue": neither is JSON.
  "red|blue" has the same fault, "^(red|blue)$" is right; llguidance allows "red" and "blue" for all of them.
Versions: outlines-core 0.2.14, llguidance 1.9.1, Python 3.11.
Who meets it: a model with constrained output whose schema has an enumeration as a pattern, as OpenAPI documents often do.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check outlines-core==0.2.14 llguidance==1.9.1

cat >patterns.py <<'PY'
import json
import re

from llguidance import LLMatcher, LLTokenizer
from outlines_core.json_schema import build_regex_from_schema

TEXTS = ['"red"', '"blue"', '"red', 'blue"']


def fits(schema, text):
    matcher = LLMatcher(LLTokenizer("byte"), LLMatcher.grammar_from_json_schema(schema))
    return matcher.consume_tokens(list(text.encode())) and matcher.is_accepting()


for pattern in ["^(red|blue)$", "^red$|^blue$", "red|blue"]:
    schema = json.dumps({"type": "string", "pattern": pattern})
    expression = build_regex_from_schema(schema)
    print(pattern)
    print("  outlines-core", expression, [text for text in TEXTS if re.fullmatch(expression, text)])
    print("  llguidance", [text for text in TEXTS if fits(schema, text)])
PY
venv/bin/python patterns.py 2>errors.txt | tee seen.txt || cat errors.txt
diff seen.txt - <<'TEXT'
^(red|blue)$
  outlines-core ("(red|blue)") ['"red"', '"blue"']
  llguidance ['"red"', '"blue"']
^red$|^blue$
  outlines-core ("red$|^blue") ['"red', 'blue"']
  llguidance ['"red"', '"blue"']
red|blue
  outlines-core ("red|blue") ['"red', 'blue"']
  llguidance ['"red"', '"blue"']
TEXT
