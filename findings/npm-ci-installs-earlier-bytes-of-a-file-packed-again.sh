#!/usr/bin/env bash
# npm and a tarball that is packed again under the same name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat <<'TEXT'
Guess: `npm ci` installs the file that package.json names, or fails if it isn't the file of package-lock.json.
Truth: With a warm cache, `npm ci` and `npm install` install the earlier bytes and report success. With another cache, `npm ci` fails with
  EINTEGRITY. The lock's integrity is looked up in the cache before the file is read.
Who meets it: a team that shares a package as `file:vendor/name-1.0.0.tgz` and runs `npm pack` again without a new version.
TEXT
npm install --silent --no-audit --no-fund --prefix tools npm@11.6.2
echo "Versions: npm 11.6.2, node $(node --version)"

mkdir package project
echo '{ "name": "packed", "version": "1.0.0" }' > package/package.json
echo '{ "private": true, "dependencies": { "packed": "file:packed-1.0.0.tgz" } }' > project/package.json
npm_() { node "$folder/tools/node_modules/npm/bin/npm-cli.js" "$@" --offline --no-audit --no-fund --loglevel error; }
pack() {
  echo "console.log('$1')" > package/index.js
  (cd package && npm_ pack --pack-destination ../project > /dev/null)
}
export npm_config_cache=$folder/cache npm_config_update_notifier=false

pack first
cd project && npm_ install > /dev/null && cd ..
pack second
cd project

status=0
expect() {
  echo "Saw: $1: $2"
  [ "$2" = "$3" ] || status=1
}
npm_ ci > /dev/null
expect 'npm ci, the same cache' "$(node -e "require('packed')")" first
rm -r node_modules
npm_ install > /dev/null
expect 'npm install, the same cache' "$(node -e "require('packed')")" first
result=$(npm_config_cache=$folder/other npm_ ci 2>&1 || true)
expect 'npm ci, another cache' "$(grep -o EINTEGRITY <<< "$result" | head -1)" EINTEGRITY
exit $status
