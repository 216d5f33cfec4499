/**
 * The search: what it takes for a word, and which page comes first. VitePress writes these functions into the site by their texts, so they
 * can name nothing outside of themselves.
 */

/** The settings of MiniSearch, which writes the index and searches it. */
export const MINI_SEARCH = {
  options: {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    /** Words, and the segment `..`. @param {string} text */
    tokenize: (text) => (text.match(/\.{2,}|[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((term) => !term.startsWith('...')),
    /** Of `baseUrl` also "base" and "url". @param {string} term */
    processTerm: (term) => {
      const words = /^\p{Ll}/u.test(term) ? term.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(' ') : [];
      return [term, ...(words.length > 1 ? words : [])].map((word) => word.toLowerCase());
    },
  },
  searchOptions: {
    /** @param {string} term */
    processTerm: (term) => term.toLowerCase(),
    prefix: true,
    /** Of short words, too many are alike: "date" and "data". @param {string} term */
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 4, text: 2, titles: 1 },
    /**
     * A page about a word precedes sections about it, and guides precede what is looked up by its exact name.
     *
     * @param {string} id the address
     * @param {string} _ the term
     * @param {{ titles?: string[] }} stored
     */
    boostDocument: (id, _, { titles = [] } = {}) => {
      if (id.includes('/reference/api/')) return 0.01;
      const ofService = /\/guides\/(?:client|other-languages|server|envoy|operate|capacity)\.html/.test(id);
      const lookedUp = /\/(?:changelog|comparison|guides\/(?:migrating|errors))\.html/.test(id);
      return (ofService ? 0.6 : lookedUp ? 0.75 : 1) * (titles.length === 0 ? 1.5 : 1);
    },
  },
};

/**
 * The html of a page to index. Without the names above its code, which would be one word with the first of the code.
 *
 * @param {string} source
 * @param {object} environment
 * @param {{ render: (source: string, environment: object) => string }} markdown
 */
const renderForIndex = (source, environment, markdown) =>
  markdown.render(source, environment).replaceAll(/<(span class="lang"|label)[^>]*>[^<]*/g, '');

/** The settings of VitePress' search. */
export const SEARCH = { detailedView: false, miniSearch: MINI_SEARCH, _render: renderForIndex };
