/**
 * `npm run audit`: asks the registry for known vulnerabilities of the packages that may come with endpoint.js. It ends with 0 when there
 * are none, with 1 when there are, and with 2 when it could not ask, which is no pass. Not a part of `npm test`: what it says
 * changes without a change of ours, and not every registry can be asked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditOutcome } from './audit/outcome.mjs';
import { ROOT } from './build.mjs';
import { npmCommand } from '../setup/install.mjs';
import { run } from '../../envoy/launcher/process/processes.mjs';

const EXIT_CODES = { passed: 0, vulnerable: 1, 'not run': 2 };

const [npm, ...args] = npmCommand();
const { stdout } = await run(npm, [...args, 'audit', '--json'], { cwd: ROOT, timeoutMs: 120_000 });
const { verdict, lines } = auditOutcome(stdout, JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
console.log(lines.join('\n'));
process.exitCode = EXIT_CODES[verdict];
