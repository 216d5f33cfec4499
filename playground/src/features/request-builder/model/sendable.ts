/** The problems that keep a page from sending a request, which other programs can send. */
import { EndpointError, type RequestOptions } from 'endpoint.js';
import type { Explanation } from 'endpoint.js/explain';
import { isForbiddenHeader, toFetch } from 'endpoint.js/fetch';
import { isContainer } from '../../../json/json.js';
import type { Form } from './form.js';
import type { Built } from './explain-form.js';
import { findHeaderField as findRowField, type FieldId, type Problem } from './problems.js';

const COPY = 'copy the request from “Code” to send it elsewhere.';

/** Relative urls lead to the page's own server. */
const PAGE = 'http://localhost';

/** The field that the scheme and the host of the url come from. */
const findUrlField = ({ url }: Explanation): 'baseUrl' | 'route' =>
  url[0]?.source.kind === 'base' ? 'baseUrl' : 'route';

/** The problem of a url that the browser can read. */
function findUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text, PAGE)) return undefined;
  const { protocol, username, password } = new URL(text, PAGE);
  if (!/^https?:$/.test(protocol)) return `Browsers send only http and https, not “${protocol}”; ${COPY}`;
  if (username === '' && password === '') return undefined;
  return `Browsers refuse a url with a user name or a password; enter them in Authorization, or ${COPY}`;
}

/** Whether the browser sends its own user agent, as Chromium does, though the Fetch Standard lets a page set it. */
const hasOwnUserAgent = typeof navigator === 'object' && 'userAgentData' in navigator;

/** The fields of the form that a built request comes from. */
export interface Origins {
  readonly form: Form;
  /** The fields of the active layers of defaults, by their index. */
  readonly layers: ReadonlyMap<number, FieldId>;
}

/** The field of a header: its row, or the layer that has it; undefined for the builder's own. */
function findHeaderField(name: string, { headers }: Explanation, { form, layers }: Origins): FieldId | undefined {
  const { layer } = headers.find((header) => header.name === name) ?? {};
  return layer?.kind === 'options' ? findRowField(form, name) : layer && layers.get(layer.index);
}

/** Headers that a page can't set: browsers would send the request without them. */
function findForbidden(explanation: Explanation, origins: Origins): Problem | undefined {
  const { form } = origins;
  const names = explanation.headers
    .map(({ name }) => name)
    .filter(
      (name) =>
        isForbiddenHeader(name) ||
        // The builder's own isn't sent by a page.
        (name === 'user-agent' && hasOwnUserAgent && findHeaderField(name, explanation, origins) !== undefined),
    );
  const [first] = names;
  if (first === undefined) return undefined;
  const kept = form.headers.filter(({ name }) => !names.includes(name.toLowerCase()));
  const isOfRows = form.headers.length - kept.length === names.length;
  const label = names.length === 1 ? 'Remove this header' : 'Remove these headers';
  return {
    field: findHeaderField(first, explanation, origins) ?? 'route',
    message: `Browsers don’t let a page set ${names.join(', ')}; ${COPY}`,
    ...(isOfRows && { accept: { label, form: { ...form, headers: kept } } }),
  };
}

/** The browser's own refusal: `fetch` would report it as it reports a network without a server. */
function findOther(request: RequestOptions, explanation: Explanation, origins: Origins): Problem | undefined {
  try {
    // The builder has checked the members of a body, and writing a large one takes time.
    const body = isContainer(request.body) ? {} : request.body;
    const [url, init] = toFetch({ ...request, body, request: undefined });
    void new Request(new URL(url, PAGE), init);
    return undefined;
  } catch (error) {
    if (error instanceof EndpointError) {
      const { message, code, help, parameter = '' } = error;
      return { field: findHeaderField(parameter, explanation, origins) ?? 'route', message, code, help };
    }
    if (!(error instanceof TypeError)) throw error;
    return { field: 'route', message: `The browser refuses this request: ${error.message.replace(/\.?$/, '.')}` };
  }
}

/** The problems that keep only a page from sending a built request; it can be copied nevertheless. */
export function findUnsendable(built: Built, origins: Origins): readonly Problem[] {
  const problems: Problem[] = [];
  const urlProblem = findUrlProblem(built.request.url);
  if (urlProblem !== undefined) problems.push({ field: findUrlField(built), message: urlProblem });
  const forbidden = findForbidden(built, origins);
  if (forbidden !== undefined) problems.push(forbidden);
  const other = problems.length === 0 ? findOther(built.request, built, origins) : undefined;
  if (other !== undefined) problems.push(other);
  return problems;
}
