#!/usr/bin/env bash
# Shows that langchain-core (Python) can't convert a tool with an argument or a member that is named $ref.
set -euo pipefail

cat <<'TEXT'
Guess: in { properties: { "$ref": { type: string } } }, "$ref" is the name of a member, as "type" and "title" would be.
Truth: convert_to_openai_tool takes it for a reference and raises "unhashable type: 'dict'"; members named type and title are right.
Versions: langchain-core 1.8.3, Python 3.11.
Who meets it: tools for APIs that pass JSON Schema or OpenAPI documents, such as CustomResourceDefinition of Kubernetes.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check langchain-core==1.8.3 langchain-protocol==0.0.20

cat >convert.py <<'PY'
import json

from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool

for name in ["type", "title", "$ref"]:
    schema = {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}
    tool = StructuredTool(name="save", description="Saves", args_schema=schema, func=lambda **_: "")
    try:
        converted = convert_to_openai_tool(tool)["function"]["parameters"]
        print(name, json.dumps(converted["properties"]))
    except TypeError as error:
        print(name, "TypeError:", error)
PY
venv/bin/python convert.py 2>errors.txt | tee seen.txt || cat errors.txt
diff seen.txt - <<'TEXT'
type {"type": {"type": "string"}}
title {"title": {"type": "string"}}
$ref TypeError: unhashable type: 'dict'
TEXT
