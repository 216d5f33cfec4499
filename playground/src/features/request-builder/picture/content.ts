import type { UrlRun } from 'endpoint.js/explain';
import type { Built } from '../model/build.js';

/** A piece of the route, of the url, or of the sources beside the route. */
export interface Piece {
  readonly text: string;
  /** Pieces with the same anchor are joined by a line. */
  readonly anchor: string;
  /** The source that colours the piece; undefined for text that is copied from the route. */
  readonly source: Source | undefined;
}

/** The origin of parts of the url. */
export interface Source {
  /** From 1, in the order of the url. */
  readonly ordinal: number;
  /** The parts of the url, joined. */
  readonly text: string;
  /** The sentence that explains them, with code between backticks. */
  readonly sentence: string;
}

/** The content of a picture of an explained url. */
export interface PictureContent {
  readonly title: string;
  /** The picture in words. */
  readonly description: string;
  readonly route: readonly Piece[];
  /** Sources that the route doesn't name: the base URL and further parameters. */
  readonly beside: readonly Piece[];
  readonly url: readonly Piece[];
  readonly sources: readonly Source[];
}

/** Longer texts are cut in the middle, visibly. */
const LONGEST_PIECE = 240;

const cut = (text: string, length = LONGEST_PIECE): string =>
  text.length <= length ? text : `${text.slice(0, length - 40)} … ${text.slice(-37)}`;

/** The anchor of a run, and whether the run is the value that it explains. */
function findAnchor({ tokens }: Built, { source }: UrlRun): { anchor: string; isValue: boolean } {
  switch (source.kind) {
    case 'base':
      return { anchor: 'base', isValue: true };
    case 'literal':
      return {
        anchor: `l${tokens.findIndex(({ start, end }) => start <= source.start && source.start < end)}`,
        isValue: false,
      };
    case 'variable':
      return { anchor: `v${source.expression}.${source.varspec}`, isValue: source.role === 'value' };
    case 'punctuation':
      return { anchor: `v${source.expression}.${source.varspec}`, isValue: false };
    case 'parameter':
      return { anchor: `p${source.parameter}`, isValue: source.role === 'value' };
    case 'unexpanded':
      return { anchor: `e${source.expression}`, isValue: true };
    case 'seam':
      break;
  }
  return { anchor: 'seam', isValue: false };
}

/** Whether the url copies the text from the route. */
const isCopied = (anchor: string): boolean => /^(?:l|seam)/.test(anchor);

/** The sentence about a value as a whole, from that about one of its members. */
const withoutMember = (sentence: string): string => sentence.replace(/; (?:key|member) `[^`]*`/, '');

/** The sources of a url in order: a value's sentence explains the text around it too. */
function listSources(runs: readonly { readonly run: UrlRun; readonly anchor: string; readonly isValue: boolean }[]) {
  const sources = new Map<string, { text: string; sentence: string; hasValue: boolean }>();
  for (const { run, anchor, isValue } of runs) {
    if (isCopied(anchor)) continue;
    const { text = '', sentence = run.sentence, hasValue = false } = sources.get(anchor) ?? {};
    const isFirstValue = isValue && !hasValue;
    sources.set(anchor, {
      text: text + run.text,
      sentence: isFirstValue ? withoutMember(run.sentence) : sentence,
      hasValue: hasValue || isValue,
    });
  }
  return new Map(
    Array.from(sources, ([anchor, { text, sentence }], index): [string, Source] => [
      anchor,
      { ordinal: index + 1, text: cut(text, 60), sentence: cut(sentence, 320) },
    ]),
  );
}

/** The route, each variable with its modifier as one piece, an expression of one variable as a whole. */
function splitRoute({ tokens, expressions }: Built, sources: ReadonlyMap<string, Source>): Piece[] {
  const pieces: Piece[] = [];
  tokens.forEach(({ text, expression, varspec }, index) => {
    const isSingle = expression !== undefined && expressions[expression]?.varspecs.length === 1;
    const variable = isSingle ? 0 : varspec;
    const anchor = expression === undefined || variable === undefined ? `l${index}` : `v${expression}.${variable}`;
    const last = pieces.at(-1);
    if (last?.anchor === anchor) pieces[pieces.length - 1] = { ...last, text: last.text + text };
    else pieces.push({ text: cut(text), anchor, source: sources.get(anchor) });
  });
  return pieces;
}

function splitUrl(
  runs: readonly { readonly run: UrlRun; readonly anchor: string }[],
  sources: ReadonlyMap<string, Source>,
) {
  const pieces: Piece[] = [];
  for (const { run, anchor } of runs) {
    const last = pieces.at(-1);
    if (last?.anchor === anchor) pieces[pieces.length - 1] = { ...last, text: last.text + run.text };
    else pieces.push({ text: run.text, anchor, source: sources.get(anchor) });
  }
  return pieces.map(({ text, anchor, source }) => ({ text: cut(text), anchor, source }));
}

/** Names of the sources that the route doesn't have. */
function listBeside({ parameters, tokens }: Built, sources: ReadonlyMap<string, Source>): Piece[] {
  return [...sources].flatMap(([anchor, source]): Piece[] => {
    if (anchor === 'base') return [{ text: 'base URL', anchor, source }];
    if (!anchor.startsWith('p')) return [];
    const name = parameters[Number(anchor.slice(1))]?.name ?? '';
    return tokens.length === 0 ? [] : [{ text: `parameter ${cut(name, 60)}`, anchor, source }];
  });
}

/** Reads the content of a picture from an explanation, which must have no secrets. */
export function createContent(built: Built, route: string): PictureContent {
  const runs = built.url.map((run) => ({ run, ...findAnchor(built, run) }));
  const sources = listSources(runs);
  const list = [...sources.values()];
  const url = cut(built.request.url, 2000);
  return {
    title: cut(route.trim(), 200),
    description: [
      `The url ${url}, built from the route ${cut(route.trim(), 500)}.`,
      ...list.map(({ ordinal, text, sentence }) => `${ordinal}. “${text}”: ${sentence.replaceAll('`', '')}`),
    ].join(' '),
    route: splitRoute(built, sources),
    beside: listBeside(built, sources),
    url: splitUrl(runs, sources),
    sources: list,
  };
}
