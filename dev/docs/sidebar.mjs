/**
 * The pages of the site, in the order in which a reader follows them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { REPOSITORY, BRANCH } from './addresses.mjs';

const DOCS = join(ROOT, 'docs');

/** @typedef {{ text: string, link: string }} Item */
/** @typedef {{ text: string, items: Item[], collapsed?: boolean }} Group */

/** @type {readonly { text: string, pages: readonly (readonly [page: string, text: string])[] }[]} */
const GROUPS = [
  {
    text: 'Start',
    pages: [
      ['index', 'What and why'],
      ['getting-started', 'Getting started'],
      ['guides/playground', 'The playground'],
    ],
  },
  {
    text: 'Build requests',
    pages: [
      ['guides/types', 'Types'],
      ['guides/uri-template', 'URI templates'],
      ['guides/forward-input', "Forward a user's input"],
      ['guides/query-styles', 'Which style for which server'],
      ['guides/explain', 'Explanations'],
      ['guides/errors', 'Errors'],
      ['guides/snippets', 'Snippets and HAR'],
      ['guides/catalogue', 'Catalogues'],
      ['guides/agents', 'Tools for agents'],
      ['guides/command-line', 'Command line'],
      ['guides/script-tag', 'Script tag and CDN'],
    ],
  },
  { text: 'Recipes', pages: listRecipes() },
  {
    text: 'Migrate and compare',
    pages: [
      ['guides/migrating', 'Migrating'],
      ['comparison', 'Comparison'],
      ['guides/support', 'Where it runs'],
    ],
  },
  {
    text: 'Call service',
    pages: [
      ['guides/client', 'From a browser'],
      ['guides/other-languages', 'Other languages'],
      ['guides/server', 'Server'],
      ['guides/envoy', 'Envoy'],
      ['guides/operate', 'Operate'],
      ['guides/capacity', 'Capacity'],
    ],
  },
  { text: 'Reference', pages: [['reference/options', 'Options']] },
  {
    text: 'Project',
    pages: [
      ['faq', 'FAQ'],
      ['reference/versioning', 'Versioning'],
      ['security', 'Security'],
      ['changelog', 'Changes'],
    ],
  },
];

/** The recipes: the index first, then by title. @returns {[page: string, text: string][]} */
function listRecipes() {
  const folder = join(DOCS, 'recipes');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      const text = title.replaceAll('`', '');
      return /** @type {[string, string]} */ ([`recipes/${name.replace(/\.md$/, '')}`, text]);
    })
    .sort(
      ([a, one], [b, other]) =>
        Number(b === 'recipes/index') - Number(a === 'recipes/index') || one.localeCompare(other, 'en'),
    );
}

/** The groups of the sidebar, without the generated reference. @returns {Group[]} */
export function listGroups() {
  return GROUPS.map(({ text, pages }) => ({
    text,
    items: pages.map(([page, label]) => ({ text: label, link: `/${page.replace(/(^|\/)index$/, '$1')}` })),
  })).filter(({ items }) => items.length > 0);
}

/** The sidebar, with the reference that was generated. @returns {(Group | Item)[]} */
export function createSidebar() {
  const reference = join(DOCS, 'reference', 'api', 'sidebar.json');
  /** @type {Item[]} */
  const modules = existsSync(reference) ? JSON.parse(readFileSync(reference, 'utf8')) : [];
  const contributing = { text: 'Contributing', link: `${REPOSITORY}/blob/${BRANCH}/CONTRIBUTING.md` };
  const more = new Map([
    ['Reference', modules],
    ['Project', [contributing]],
  ]);
  return listGroups().map(({ text, items }) => ({ text, items: [...items, ...(more.get(text) ?? [])] }));
}
