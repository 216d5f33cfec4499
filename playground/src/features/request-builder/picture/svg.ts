import type { PictureContent, Piece, Source } from './content.js';
import { flow, wrap, type Block } from './layout.js';
import type { Theme } from '../../../ui/themes.js';
import { COLOURS, writeStyle } from './palette.js';

const WIDTH = 960;
const MARGIN = 40;
const INNER = WIDTH - 2 * MARGIN;
/** The width of a character of `.mono`: `textLength` makes it so in every font. */
const ADVANCE = 9;
const LINE_HEIGHT = 46;
/** The height of the lines between sources and url. */
const LINKS_HEIGHT = 76;
const LEGEND_CHARACTERS = 110;
const LEGEND_LINE = 20;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 rejects, and those that are invisible or change the direction of the text. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

const escapeXml = (text: string): string =>
  text.replace(UNSHOWN, '\ufffd').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const round = (value: number): string => String(Math.round(value * 10) / 10);

const colourOf = ({ ordinal }: Source): number => (ordinal - 1) % COLOURS;

function drawText(x: number, y: number, classes: string, text: string): string {
  return `<text x="${round(x)}" y="${round(y)}" class="${classes}">${text}</text>`;
}

/** A block of the route or the url: coloured and numbered, or plain. */
function drawBlock({ text, piece: { source }, x, y, width }: Block): string {
  const frame = `x="${round(x)}" y="${round(y - 17)}" width="${round(width)}" height="24"`;
  const colour = source && colourOf(source);
  const box =
    colour === undefined
      ? `<rect ${frame} class="copied"/>`
      : `<rect ${frame} rx="4" class="s${colour}" stroke-opacity=".35"/>`;
  const number = source ? drawText(x + 1, y - 20, `sans small strong t${colour}`, String(source.ordinal)) : '';
  const length = `textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"`;
  const letters = `<text x="${round(x)}" y="${round(y)}" ${length} xml:space="preserve" class="mono ${colour === undefined ? 'text' : `t${colour}`}">${escapeXml(text)}</text>`;
  return box + number + letters;
}

/** Lines from the first block of each anchor to every piece of the url with it, where the piece begins. */
function drawLinks(origins: readonly Block[], targets: readonly Block[]): string {
  return targets
    .filter(({ piece }, index) => targets[index - 1]?.piece !== piece)
    .map(({ piece, x, y, width }) => {
      const origin = origins.find((block) => block.piece.anchor === piece.anchor);
      if (!origin) return '';
      const fromX = origin.x + origin.width / 2;
      const fromY = origin.y + 7;
      const toX = x + width / 2;
      const toY = y - 17;
      const bend = (toY - fromY) / 2;
      const path = `M${round(fromX)} ${round(fromY)}C${round(fromX)} ${round(fromY + bend)} ${round(toX)} ${round(toY - bend)} ${round(toX)} ${round(toY)}`;
      return piece.source
        ? `<path d="${path}" class="l${colourOf(piece.source)}"/>`
        : `<path d="${path}" class="link" stroke-dasharray="3 4"/>`;
    })
    .join('');
}

/** One line of a sentence; texts between backticks are code, also where a line breaks within one. */
function drawSentenceLine(line: string, x: number, y: number, isCode: boolean): { svg: string; isCode: boolean } {
  let inCode = isCode;
  const spans = line.split('`').map((part, index) => {
    if (index > 0) inCode = !inCode;
    return part === '' ? '' : inCode ? `<tspan class="code">${escapeXml(part)}</tspan>` : escapeXml(part);
  });
  return { svg: drawText(x, y, 'sans muted', spans.join('')), isCode: inCode };
}

/** The sentence of each source; returns the drawing and its end. */
function drawLegend(sources: readonly Source[], top: number): { svg: string; end: number } {
  let y = top;
  let svg = '';
  for (const source of sources) {
    const colour = colourOf(source);
    svg += `<circle cx="${MARGIN + 11}" cy="${y - 5}" r="11" class="s${colour}"/>`;
    svg += `<text x="${MARGIN + 11}" y="${y - 1}" text-anchor="middle" class="sans small strong t${colour}">${source.ordinal}</text>`;
    svg += drawText(MARGIN + 34, y, `code strong t${colour}`, escapeXml(source.text));
    let isCode = false;
    for (const line of wrap(source.sentence, LEGEND_CHARACTERS)) {
      y += LEGEND_LINE;
      const drawn = drawSentenceLine(line, MARGIN + 34, y, isCode);
      ({ isCode } = drawn);
      svg += drawn.svg;
    }
    y += LEGEND_LINE + 12;
  }
  return { svg, end: y };
}

const isCopied = ({ source }: Piece): boolean => source === undefined;

/** Draws a url with its sources as an SVG file of its own: no script, no font and no picture from elsewhere. */
export function drawPicture(content: PictureContent, theme: Theme): string {
  const area = { x: MARGIN, width: INNER, lineHeight: LINE_HEIGHT, advance: ADVANCE };
  const route = flow(content.route, { ...area, y: 88 });
  const beside = flow(content.beside, { ...area, y: route.end + LINE_HEIGHT + 6, gap: 2 });
  const sourcesEnd = content.beside.length > 0 ? beside.end : route.end;
  const urlTop = sourcesEnd + LINKS_HEIGHT;
  const url = flow(content.url, { ...area, y: urlTop });
  const origins = [...route.blocks, ...beside.blocks];
  const legend = drawLegend(content.sources, url.end + 58);
  const hasCopied = content.url.some(isCopied);
  const note = hasCopied ? 'Text without a number is copied from the route.' : '';
  const height = legend.end + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="ep" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="ep-title ep-desc">`,
    `<title id="ep-title">${escapeXml(content.title)}</title>`,
    `<desc id="ep-desc">${escapeXml(content.description)}</desc>`,
    `<style>${writeStyle(theme)}</style>`,
    `<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="14" class="page"/>`,
    drawText(MARGIN, 44, 'sans label muted', 'ROUTE'),
    drawLinks(origins, url.blocks),
    ...[...origins, ...url.blocks].map(drawBlock),
    legend.svg,
    drawText(MARGIN, height - 18, 'sans small muted', note),
    `<text x="${WIDTH - MARGIN}" y="${height - 18}" text-anchor="end" class="sans small muted">endpoint.js</text>`,
    '</svg>',
    '',
  ].join('\n');
}
