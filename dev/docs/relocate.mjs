/**
 * Makes a build of the site independent of its folder. VitePress writes absolute paths, for one base. The build has a base that no site
 * has, and what contains it becomes relative:
 *
 * - in pages, links and files are relative to the page;
 * - in scripts, the base is derived from the address of a script at run time.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The base of a build that works in every folder. */
export const ANY_BASE = '/__any-folder__/';

/** VitePress' module with the one use of the build's base in a script. */
const UTILS = /\/vitepress\/dist\/client\/app\/utils\.js$/;
const BUILT_BASE = 'import.meta.env.BASE_URL';
const SEARCH_INDEX = '/@localSearchIndex';
/** The folder of the script that has the site's data, in the built site. */
const METADATA = 'assets/chunks';

/**
 * Makes the addresses in a page relative to it.
 *
 * @param {string} html
 * @param {string} page its path in the site: `guides/types.md`
 */
export function relocateHtml(html, page) {
  const up = posix.relative(posix.dirname(page), '.');
  const root = up === '' ? './' : `${up}/`;
  return html.replaceAll(`="${ANY_BASE}`, `="${root}`);
}

/**
 * Makes the script with the site's data find the base: it is two folders above the script.
 *
 * @param {string} script
 * @throws {Error} for a script without the site's data
 */
export function relocateMetadata(script) {
  if (!script.includes('window.__VP_SITE_DATA__=') || !script.includes(ANY_BASE))
    throw new Error('The script with the data of the site has changed; see dev/docs/relocate.mjs.');
  return `${script}\nwindow.__VP_SITE_DATA__.base = new URL('../../', import.meta.url).pathname;\n`;
}

/**
 * Relocates the built scripts in place.
 *
 * @param {string} folder the built site
 * @throws {Error} where one is missing
 */
export function relocateScripts(folder) {
  const chunks = join(folder, METADATA);
  const name = readdirSync(chunks).find((file) => /^metadata\..+\.js$/.test(file));
  if (name === undefined) throw new Error(`${chunks} has no script with the data of the site.`);
  writeFileSync(join(chunks, name), relocateMetadata(readFileSync(join(chunks, name), 'utf8')));
}

/**
 * The Vite plugin that makes scripts read the base at run time.
 *
 * @returns {import('vite').Plugin}
 */
export function relocatable() {
  return {
    name: 'relocatable',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (UTILS.test(id)) {
        if (!code.includes(BUILT_BASE)) throw new Error(`${id} no longer uses ${BUILT_BASE}.`);
        return { code: code.replaceAll(BUILT_BASE, 'siteDataRef.value.base'), map: null };
      }
      if (id.startsWith(SEARCH_INDEX) && code.includes(ANY_BASE)) {
        const text = code.replace(/^export default /, '').replace(/;\s*$/, '');
        return {
          code: `export default (${text}).replaceAll(${JSON.stringify(ANY_BASE)}, window.__VP_SITE_DATA__.base)`,
          map: null,
        };
      }
      return undefined;
    },
  };
}
