import { BuildPart } from './BuildPart.js';
import { CallPart } from './CallPart.js';
import type { Part } from './part.js';

/** The parts of the page, from top to bottom. */
export const PARTS = [
  {
    name: 'build',
    title: 'Build a request',
    hint: 'Type a route; the request follows every keystroke.',
    component: BuildPart,
    embedded: true,
    views: [
      {
        name: 'inputs',
        title: 'Inputs',
        icon: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3',
      },
      { name: 'result', title: 'Result', icon: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4' },
    ],
  },
  {
    name: 'call',
    title: 'Call the service',
    hint: (
      <>
        <code>api.ApiService/CallApi</code> by gRPC-Web, from this page through a bridge to the server.
      </>
    ),
    component: CallPart,
    embedded: false,
    views: [{ name: 'call', title: 'Call', icon: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5z' }],
  },
] as const satisfies readonly Part[];

/** The views of all parts, one at a time on a small screen. */
export const VIEWS = PARTS.flatMap(({ views }): readonly View[] => views);

type View = (typeof PARTS)[number]['views'][number];
export type ViewName = View['name'];
