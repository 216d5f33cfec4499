#!/usr/bin/env bash
# Shows that swagger-client joins the members of a list in an urlencoded form, against the default of OpenAPI.
set -euo pipefail

cat <<'TEXT'
Guess: a list in an urlencoded form repeats its name, tags=sea&tags=war: OpenAPI 3 says style form and explode true without an encoding.
Truth: swagger-client sends tags=sea,war. With an encoding that says exactly the defaults, it repeats the name.
Versions: swagger-client 3.39.0.
Who meets it: users of "Try it out" in Swagger UI, which runs on it. Servers that read the repeated name get one text "sea,war".
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error swagger-client@3.39.0 >>npm.log

cat >build.mjs <<'JS'
import SwaggerClient from 'swagger-client';

const type = 'application/x-www-form-urlencoded';
const schema = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } };
const build = (encoding) =>
  SwaggerClient.buildRequest({
    spec: {
      openapi: '3.0.3',
      info: { title: 'Books', version: '1' },
      servers: [{ url: 'http://h' }],
      paths: {
        '/books': { post: { operationId: 'add', requestBody: { content: { [type]: { schema, encoding } } }, responses: {} } },
      },
    },
    operationId: 'add',
    requestContentType: type,
    requestBody: { tags: ['sea', 'war'] },
  }).body;
console.log('no encoding:', build(undefined));
console.log('the defaults as encoding:', build({ tags: { style: 'form', explode: true } }));
JS
node build.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
no encoding: tags=sea,war
the defaults as encoding: tags=sea&tags=war
TEXT
