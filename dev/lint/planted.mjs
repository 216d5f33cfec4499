/** A project with planted files, linted with the configuration of this repository. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../commands/build.mjs';

const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
const CONFIGURATION = ['.oxlintrc.json', 'client/package.json', 'server/package.json', 'dev/lint'];

/**
 * @typedef {object} Report
 * @property {string} code the rule, as in `import(no-cycle)`
 * @property {string} filename from the project's folder
 * @property {number} line
 * @property {string} message
 */

/**
 * @param {Readonly<Record<string, string>>} files contents by path
 * @returns {Promise<readonly Report[]>}
 */
export async function lintPlanted(files) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'endpoint-js-')));
  try {
    for (const path of CONFIGURATION) cpSync(join(ROOT, path), join(root, path), { recursive: true });
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${content}\n`);
    }
    return await lint(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @param {string} root */
async function lint(root) {
  const output = await new Promise((resolve) => {
    const args = [OXLINT, '--format', 'json'];
    execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
  });
  /** @type {{ diagnostics: { code: string, filename: string, message: string, labels: { span: { line: number } }[] }[] }} */
  const { diagnostics } = JSON.parse(output);
  return diagnostics.map(({ code, filename, message, labels: [label] }) => ({
    code,
    filename,
    message,
    line: label?.span.line ?? 0,
  }));
}
