/**
 * The commands of npm in those of other package managers, which the site shows as tabs. The pages have npm's alone, so that they read well on
 * GitHub.
 */

/**
 * @typedef {object} Manager
 * @property {string} name
 * @property {string} add installs packages
 * @property {string} addForDevelopment
 * @property {string} run runs the program of a package, which it downloads if need be
 */

/** @type {readonly Manager[]} */
const MANAGERS = [
  { name: 'npm', add: 'npm install', addForDevelopment: 'npm install -D', run: 'npx' },
  { name: 'pnpm', add: 'pnpm add', addForDevelopment: 'pnpm add -D', run: 'pnpm dlx' },
  { name: 'yarn', add: 'yarn add', addForDevelopment: 'yarn add -D', run: 'yarn dlx' },
  { name: 'bun', add: 'bun add', addForDevelopment: 'bun add -d', run: 'bunx' },
];

const PACKAGE = String.raw`(?:@[\w.-]+/)?\w[\w.-]*(?:@[\w.^~-]+)?`;
const INSTALL = new RegExp(`^npm (?:install|i)( -D| --save-dev)?((?: ${PACKAGE})+)( +#.*)?$`);
const RUN = new RegExp(`^npx( ${PACKAGE}(?: .*)?)$`);
/** Another command in the same line, which no manager's name stands for. */
const OTHER_COMMAND = /\b(?:npm|npx)\b|&&|\|\||;/;

/**
 * Writes the commands of a block for each package manager.
 *
 * @param {string} commands
 * @returns {{ name: string, commands: string }[] | undefined} `undefined` where a line is anything but `npm install` of packages or `npx`
 */
export function translateCommands(commands) {
  const lines = commands.trimEnd().split('\n');
  const tabs = MANAGERS.map((manager) => ({
    name: manager.name,
    lines: lines.map((line) => translateLine(line, manager)),
  }));
  if (tabs.some((tab) => tab.lines.includes(undefined))) return undefined;
  return tabs.map((tab) => ({ name: tab.name, commands: `${tab.lines.join('\n')}\n` }));
}

/** @param {string} line @param {Manager} manager */
function translateLine(line, { add, addForDevelopment, run }) {
  const [, flag, packages, comment = ''] = INSTALL.exec(line) ?? [];
  if (packages !== undefined) return (flag === undefined ? add : addForDevelopment) + packages + comment;
  const [, call] = RUN.exec(line) ?? [];
  return call === undefined || OTHER_COMMAND.test(call) ? undefined : run + call;
}
