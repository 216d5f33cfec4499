import type { Theme } from '../../../ui/themes.js';

interface Palette {
  readonly page: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  /** Text and background of sources: a contrast of at least 4.5. */
  readonly sources: readonly (readonly [text: string, soft: string])[];
}

/** The first colours are those of the page's tokens, see ui/base.css. A file has no custom properties to use them by name. */
const LIGHT: Palette = {
  page: '#ffffff',
  line: '#dfe2e8',
  text: '#191c23',
  muted: '#565e6c',
  sources: [
    ['#4338ca', '#eef0ff'],
    ['#0f6b43', '#e3f4ea'],
    ['#98430a', '#fdeedd'],
    ['#9b1f66', '#fdeaf4'],
    ['#075985', '#e2f2fb'],
    ['#6b21a8', '#f4eafd'],
  ],
};

const DARK: Palette = {
  page: '#171a20',
  line: '#2a2f38',
  text: '#e7e9ee',
  muted: '#a0a8b6',
  sources: [
    ['#aab4ff', '#262a4a'],
    ['#86d9ae', '#16342a'],
    ['#f2b27c', '#3a2817'],
    ['#f29bcb', '#3b1c30'],
    ['#7cc8f2', '#12303f'],
    ['#d3a8ff', '#322047'],
  ],
};

/** How many sources have a colour of their own. */
export const COLOURS = LIGHT.sources.length;

function writeRules({ page, line, text, muted, sources }: Palette): string {
  const ofSources = sources.map(
    ([strong, soft], index) =>
      `.ep .s${index}{fill:${soft};stroke:${strong}}.ep .t${index}{fill:${strong}}.ep .l${index}{stroke:${strong}}`,
  );
  return (
    `.ep .page{fill:${page};stroke:${line}}.ep .copied{fill:${page}}.ep .text{fill:${text}}.ep .muted{fill:${muted}}` +
    `.ep .link{stroke:${line}}${ofSources.join('')}`
  );
}

const COMMON =
  '.ep .mono{font:15px ui-monospace,Menlo,Consolas,"Liberation Mono",monospace}' +
  '.ep .sans{font:14px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}' +
  '.ep .small{font-size:12px}.ep .code{font:13px ui-monospace,Menlo,Consolas,"Liberation Mono",monospace}' +
  '.ep .label{font-size:12px;font-weight:600;letter-spacing:.06em}.ep .strong{font-weight:700}' +
  '.ep path{fill:none;stroke-width:1.5;stroke-opacity:.75}';

/** The style sheet of a picture. */
export function writeStyle(theme: Theme): string {
  const rules = writeRules(theme === 'dark' ? DARK : LIGHT);
  return COMMON + rules + (theme === 'system' ? `@media (prefers-color-scheme:dark){${writeRules(DARK)}}` : '');
}
