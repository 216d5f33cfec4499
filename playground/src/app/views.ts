interface View {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
}

interface Part {
  readonly name: string;
  /** Its name in the header, and its icon there. */
  readonly label: string;
  readonly icon: string;
  readonly title: string;
  /** A sentence, below the title. */
  readonly hint: string;
  /** Whether the embedded page has this part too. */
  readonly embedded: boolean;
  /** The link to its first field, before everything else of the page. */
  readonly skip: { readonly title: string; readonly field: string };
  /** The first view is the one that the header opens. Small screens have a tab for each, and show one at a time. */
  readonly views: readonly [View, ...View[]];
}

const BUILD_ICON = 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3';
const CALL_ICON = 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5z';

/** Parameter of the page's address: the name of the part that it shows. */
export const PART = 'part';

/**
 * The parts of the page, one at a time. The content of each is in parts.tsx; heavy code loads once its part is shown. A part that keeps
 * input has a member of `Document` (document/document.ts).
 */
export const PARTS = [
  {
    name: 'build',
    label: 'Build',
    icon: BUILD_ICON,
    title: 'Build a request',
    hint: 'Type a REST route: see the request it becomes, and why every character is there.',
    embedded: true,
    skip: { title: 'Skip to the route', field: '.route-input' },
    views: [
      { name: 'inputs', title: 'Build', icon: BUILD_ICON },
      { name: 'result', title: 'Result', icon: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4' },
    ],
  },
  {
    name: 'call',
    label: 'Call',
    icon: CALL_ICON,
    title: 'Call the service',
    hint: '`api.ApiService/CallApi` by gRPC-Web, from this page through a bridge to the server.',
    embedded: false,
    skip: { title: 'Skip to the call', field: '[name="code"]' },
    views: [{ name: 'call', title: 'Call', icon: CALL_ICON }],
  },
] as const satisfies readonly Part[];

type PagePart = (typeof PARTS)[number];
export type PartName = PagePart['name'];
type PageView = PagePart['views'][number];
export type ViewName = PageView['name'];

/** The views of all parts, one at a time on a small screen. */
export const VIEWS = PARTS.flatMap(({ views }): readonly PageView[] => views);

/** The part of a view. */
export function findPart(shown: ViewName): PagePart {
  return PARTS.find(({ views }) => views.some(({ name }) => name === shown)) ?? PARTS[0];
}
