/** The problems that keep a page from sending a request, which other programs can send. */
import { EndpointError, type RequestOptions } from 'endpoint.js';
import type { Explanation } from 'endpoint.js/explain';
import { isForbiddenHeader, toFetch } from 'endpoint.js/fetch';
import { isContainer } from '../../../json/json.js';
import type { Form } from './form.js';
import { findHeaderField as findRowField, type FieldId, type Problem } from './problems.js';

const COPY = 'copy the request from “Code” to send it elsewhere.';

/** Relative urls lead to the page's own server. */
const PAGE = 'http://localhost';

/** The problems of a url that the browser can read, at the field that its scheme and its host come from. */
function findUrlProblems({ request: { url }, explanation }: Origins): readonly Problem[] {
  if (!URL.canParse(url, PAGE)) return [];
  const field = explanation.url[0]?.source.kind === 'base' ? 'baseUrl' : 'route';
  const { protocol, username, password } = new URL(url, PAGE);
  if (!/^https?:$/.test(protocol))
    return [{ field, message: `Browsers send only http and https, not “${protocol}”; ${COPY}` }];
  if (username === '' && password === '') return [];
  return [
    { field, message: `Browsers refuse a url with a user name or a password; enter them in Authorization, or ${COPY}` },
  ];
}

/** Whether the browser sends its own user agent, as Chromium does, though the Fetch Standard lets a page set it. */
const hasOwnUserAgent = typeof navigator === 'object' && 'userAgentData' in navigator;

/** A built request, and the fields of the form that it comes from. */
export interface Origins {
  readonly request: RequestOptions;
  readonly explanation: Explanation;
  readonly form: Form;
  /** The fields of the active layers of defaults, by their index. */
  readonly layers: ReadonlyMap<number, FieldId>;
}

/** The field of a header: its row, or the layer that has it; undefined for the builder's own. */
function findHeaderField(name: string, { explanation, form, layers }: Origins): FieldId | undefined {
  const { layer } = explanation.headers.find((header) => header.name === name) ?? {};
  return layer?.kind === 'options' ? findRowField(form, name) : layer && layers.get(layer.index);
}

/** Headers that a page can't set: browsers would send the request without them. */
function findForbidden(origins: Origins): readonly Problem[] {
  const { form, explanation } = origins;
  const names = explanation.headers
    .map(({ name }) => name)
    .filter(
      (name) =>
        isForbiddenHeader(name) ||
        // The builder's own isn't sent by a page.
        (name === 'user-agent' && hasOwnUserAgent && findHeaderField(name, origins) !== undefined),
    );
  const [first] = names;
  if (first === undefined) return [];
  const headers = form.headers.filter(({ name }) => !names.includes(name.toLowerCase()));
  const label = names.length === 1 ? 'Remove this header' : 'Remove these headers';
  return [
    {
      field: findHeaderField(first, origins) ?? 'route',
      message: `Browsers don’t let a page set ${names.join(', ')}; ${COPY}`,
      // Others come from a layer.
      ...(form.headers.length - headers.length === names.length && { accept: { label, form: { ...form, headers } } }),
    },
  ];
}

/** The browser's own refusal: `fetch` would report it as it reports a network without a server. */
function findRefusal(origins: Origins): readonly Problem[] {
  const { request } = origins;
  try {
    // The builder has checked the members of a body, and writing a large one takes time.
    const body = isContainer(request.body) ? {} : request.body;
    const [url, init] = toFetch({ ...request, body, request: undefined });
    void new Request(new URL(url, PAGE), init);
    return [];
  } catch (error) {
    if (error instanceof EndpointError) {
      const { message, code, help, parameter = '' } = error;
      return [{ field: findHeaderField(parameter, origins) ?? 'route', message, code, help }];
    }
    if (!(error instanceof TypeError)) throw error;
    return [{ field: 'route', message: `The browser refuses this request: ${error.message.replace(/\.?$/, '.')}` }];
  }
}

/** The problems that keep only a page from sending a built request; it can be copied nevertheless. */
export function findUnsendable(origins: Origins): readonly Problem[] {
  const problems = [...findUrlProblems(origins), ...findForbidden(origins)];
  return problems.length === 0 ? findRefusal(origins) : problems;
}
