import { expect, test } from 'vitest';
import { pythonCommands } from './python.mjs';

/** @type {[NodeJS.Platform, string[]][]} */
const COMMANDS = [
  ['linux', ['python3', 'python']],
  ['darwin', ['python3', 'python']],
  ['win32', ['py -3', 'python3', 'python']],
];
test.each(COMMANDS)('on %s Python is one of %j', (platform, expected) => {
  expect(pythonCommands(platform).map((command) => command.join(' '))).toEqual(expected);
});
