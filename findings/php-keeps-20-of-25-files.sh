#!/usr/bin/env bash
# Shows that PHP keeps 20 of 25 uploaded files with status 200, and reports none of the others.
set -euo pipefail

cat <<'TEXT'
Guess: a form of 25 small files arrives whole, or the handler can see that files are missing.
Truth: $_FILES has 20 files, each with the error UPLOAD_ERR_OK, and the field after them arrives. Only the server's log has a warning.
Versions: PHP 8.2.36 with the default max_file_uploads = 20, and display_errors off as in php.ini-production.
Who meets it: uploads of a folder or an album. A client that counts nothing loses five files.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >count.php <<'PHP'
<?php
$fine = array_filter($_FILES, fn ($file) => $file['error'] === UPLOAD_ERR_OK);
echo json_encode(['files' => count($_FILES), 'without error' => count($fine), 'after' => $_POST['after'] ?? null]);
PHP
cat >send.mjs <<'JS'
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

const port = 20000 + (process.pid % 20000);
const php = spawn('php', ['-n', '-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, 'count.php'], { stdio: 'ignore' });
const form = new FormData();
for (let index = 0; index < 25; index++) form.append(`file${index}`, new Blob(['x']), `${index}.txt`);
form.append('after', 'yes');
try {
  for (let tries = 0, answer; answer === undefined && tries < 100; tries++) {
    await setTimeout(100);
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form }).catch(() => undefined);
    if (response) console.log(response.status, (answer = await response.text()));
  }
} finally {
  php.kill();
}
JS
node send.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
200 {"files":20,"without error":20,"after":"yes"}
TEXT
