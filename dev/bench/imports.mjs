/** The processor time of an import, Node's own work for its first import included, beside a peer's. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compareTurns, ratioFigures } from './ratios.mjs';

const PACKAGES = ['endpoint.js', '@octokit/endpoint'];
const TURNS = 31;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} name of a package @returns {number} nanoseconds */
function timeImport(name) {
  // Not of the whole process: Node's start differs from process to process by as much as an import takes.
  const code = `const before = process.cpuUsage();
    await import('${name}');
    const { user, system } = process.cpuUsage(before);
    console.log(user + system);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })) * 1000;
}

/** @returns {import('../commands/test/figures.mjs').Figure[]} */
export function measureImports() {
  const turns = Array.from({ length: TURNS }, () => PACKAGES.map(timeImport));
  return ratioFigures('import', compareTurns(PACKAGES, turns), { '@octokit/endpoint': { atMost: 1.6 } });
}
