/** Runs the examples of the guide: `sh` blocks that begin with the command, each with the `text` block after it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../dev/commands/build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(`${ROOT}docs/guides/command-line.md`, 'utf8');
const examples = [...guide.matchAll(/^```sh\n(npx endpoint\.js build .*)\n```\n(?:\n```text\n([^]*?)^```$)?/gm)].map(
  ([, command = '', output]) => ({ command, output }),
);

beforeAll(async () => build(['lib', 'cli'], console.error), 200_000);

describe.skipIf(process.platform === 'win32')('the guide', () => {
  test('has examples', () => expect(examples.length).toBeGreaterThan(4));

  test.each(examples)('prints its output for $command', async ({ command, output }) => {
    const program = `"$NODE" "$CLI" ${command.slice('npx endpoint.js '.length)}`;
    const printed = await new Promise<string>((resolve) => {
      const env = { ...process.env, NODE: process.execPath, CLI: `${ROOT}lib/dist/cli.js` };
      execFile('sh', ['-c', program], { env }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    if (output === undefined) expect(printed).not.toMatch(/^error |--help\.$/m);
    else expect(printed).toBe(output);
  });
});
