#!/usr/bin/env bash
# curlconverter: a placeholder in a url is a redirection, so the code deletes another resource.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund curlconverter@4.12.0
cat > run.mjs <<'JS'
import { toPython, toPythonWarn } from 'curlconverter';
const command = 'curl -X DELETE https://api.example.com/orgs/<org-id>/members/7';
const url = /delete\('([^']*)'/.exec(toPython(command))?.[1];
const warnings = toPythonWarn(command)[1].map(([name]) => name);
console.log(`Saw: toPython deletes ${url}; the warnings of toPythonWarn are: ${warnings.join(', ') || 'none'}.`);
process.exitCode = url === 'https://api.example.com/orgs/' ? 0 : 1;
JS
echo "Guess: a converter of curl commands keeps <org-id> in DELETE /orgs/<org-id>/members/7, or refuses the command."
echo "Truth: curlconverter reads <org-id> as redirections, as bash does. toPython writes DELETE /orgs/ and reports nothing."
echo "Versions: curlconverter 4.12.0, Node $(node --version)"
echo "Who meets it: everyone who converts a command of an API's documentation before the placeholders have values."
node run.mjs
