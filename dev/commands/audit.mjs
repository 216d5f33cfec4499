/**
 * `npm run audit`: asks the registry for known vulnerabilities of the packages that come with ours, and of the tools. Ends with 0
 * when those that users install have none, with 1 when they have one, and with 2 when the registry could not be asked, which is
 * no pass. Not a part of `npm test`: the answer changes without a change of ours, and not every registry can be asked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../envoy/launcher/process/processes.mjs';
import { npmCommand } from '../setup/install.mjs';
import { auditOutcome, findShipped } from './audit/outcome.mjs';
import { ROOT } from './build.mjs';

/**
 * @param {string} folder
 * @param {ReadonlySet<string>} shipped
 */
async function audit(folder, shipped) {
  const [npm, ...args] = npmCommand();
  const { stdout } = await run(npm, [...args, 'audit', '--json'], { cwd: folder, timeoutMs: 120_000 });
  return auditOutcome(stdout, shipped);
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
// The second has tools alone.
const outcomes = [await audit(ROOT, findShipped(lock)), await audit(join(ROOT, 'dev', 'full'), new Set())];
for (const { lines } of outcomes) console.log(lines.join('\n'));
const verdicts = new Set(outcomes.map(({ verdict }) => verdict));
if (verdicts.has('vulnerable')) process.exitCode = 1;
else if (verdicts.has('not run')) process.exitCode = 2;
