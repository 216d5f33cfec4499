/** The problems that keep a page from sending a request, which other programs can send. */
import { EndpointError, type RequestOptions } from 'endpoint.js';
import { isForbiddenHeader, toFetch } from 'endpoint.js/fetch';
import { isContainer } from '../../../json/json.js';
import type { Form, TemplateVariable } from './form.js';
import { findErrorField, findHeaderField, type Problem } from './problems.js';

const COPY = 'copy the request from “Code” to send it elsewhere.';

/** Relative urls lead to the page's own server. */
const PAGE = 'http://localhost';

/** The field that the scheme and the host of the url come from. */
function findUrlField({ baseUrl }: Form, url: string): 'baseUrl' | 'route' {
  const base = baseUrl.trim();
  return base !== '' && url.startsWith(base) ? 'baseUrl' : 'route';
}

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

/** Headers that a page can't set: browsers would send the request without them. */
function findForbidden({ headers }: RequestOptions, form: Form): Problem | undefined {
  const names = Object.keys(headers).filter(
    (name) =>
      isForbiddenHeader(name) ||
      // The builder's own isn't sent by a page.
      (name === 'user-agent' && hasOwnUserAgent && findHeaderField(form, name) !== 'route'),
  );
  const [first] = names;
  if (first === undefined) return undefined;
  const kept = form.headers.filter(({ name }) => !names.includes(name.toLowerCase()));
  const isOfRows = form.headers.length - kept.length === names.length;
  const label = names.length === 1 ? 'Remove this header' : 'Remove these headers';
  return {
    field: findHeaderField(form, first),
    message: `Browsers don’t let a page set ${names.join(', ')}; ${COPY}`,
    ...(isOfRows && { accept: { label, form: { ...form, headers: kept } } }),
  };
}

/** The browser's own refusal: `fetch` would report it as it reports a network without a server. */
function findOther(request: RequestOptions, form: Form, variables: readonly TemplateVariable[]): Problem | undefined {
  try {
    // The builder has checked the members of a body, and writing a large one takes time.
    const body = isContainer(request.body) ? {} : request.body;
    const [url, init] = toFetch({ ...request, body, request: undefined });
    void new Request(new URL(url, PAGE), init);
    return undefined;
  } catch (error) {
    if (error instanceof EndpointError)
      return {
        field: findErrorField(error, form, variables),
        message: error.message,
        code: error.code,
        help: error.help,
      };
    if (!(error instanceof TypeError)) throw error;
    return { field: 'route', message: `The browser refuses this request: ${error.message.replace(/\.?$/, '.')}` };
  }
}

/** The problems that keep only a page from sending a built request; it can be copied nevertheless. */
export function findUnsendable(
  request: RequestOptions,
  form: Form,
  variables: readonly TemplateVariable[],
): readonly Problem[] {
  const problems: Problem[] = [];
  const { url } = request;
  const urlProblem = findUrlProblem(url);
  if (urlProblem !== undefined) problems.push({ field: findUrlField(form, url), message: urlProblem });
  const forbidden = findForbidden(request, form);
  if (forbidden !== undefined) problems.push(forbidden);
  const other = problems.length === 0 ? findOther(request, form, variables) : undefined;
  if (other !== undefined) problems.push(other);
  return problems;
}
