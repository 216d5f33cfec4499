#!/usr/bin/env bash
# Shows that the strict mode of openai-agents (Python) makes an object of any members one that must be empty.
set -euo pipefail

cat <<'TEXT'
Guess: { type: object } allows any members, as with additionalProperties: true, which strict mode refuses; so it refuses both.
Truth: it refuses the second with an error, and silently closes the first: { type: object, additionalProperties: false }, where only {} is valid.
Versions: openai-agents 0.24.0, Python 3.11.
Who meets it: tools with an argument of free members (labels, metadata, variables) in the default mode: a model can't pass any.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openai-agents==0.24.0

cat >strict.py <<'PY'
import json

from agents import FunctionTool


async def run(*_):
    return ""


for labels in [{"type": "object"}, {"type": "object", "additionalProperties": True}]:
    schema = {"type": "object", "properties": {"labels": labels}, "required": ["labels"]}
    try:
        tool = FunctionTool(name="label", description="", params_json_schema=schema, on_invoke_tool=run)
        print("sends", json.dumps(tool.params_json_schema["properties"]["labels"]))
    except Exception as error:
        print("refuses", type(error).__name__)
PY
venv/bin/python strict.py 2>errors.txt | tee seen.txt || cat errors.txt
diff seen.txt - <<'TEXT'
sends {"type": "object", "additionalProperties": false}
refuses UserError
TEXT
