/** The kind of a request's end without an answer. */
export type FailureKind = 'cancelled' | 'unsendable' | 'offline' | 'mixed content' | 'timeout' | 'cors' | 'unreachable';

/** A request that ended without an answer: what happened, and what to do next. */
export interface Failure {
  readonly kind: FailureKind;
  readonly title: string;
  readonly text: string;
  readonly next: readonly string[];
}

/** The facts about a request from a page without an answer. */
export interface PageFacts {
  readonly url: string;
  /** Address of the page. */
  readonly page: string;
  readonly method: string;
  readonly online: boolean;
  /** Whether the origin answers a request without any headers; undefined if this wasn't tried. */
  readonly reachable: boolean | undefined;
  /** The time that was waited, if that is the reason. */
  readonly timeout?: number;
}

const COPY = 'Copy it from “Snippets”, and send it outside of the browser.';

/** Hosts that browsers trust without https. */
const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

export function isMixedContent(url: string, page: string): boolean {
  const { protocol, hostname } = new URL(url, page);
  return protocol === 'http:' && new URL(page).protocol === 'https:' && !LOCAL.test(hostname);
}

export const cancelled: Failure = {
  kind: 'cancelled',
  title: 'Cancelled',
  text: 'You cancelled the request before its answer was complete. It may have reached the server, and done its work there.',
  next: [],
};

/** The failure of a request that the page sent, and that nothing answered in a form that the page may read. */
export function describePageFailure(facts: PageFacts): Failure {
  const { origin, hostname, protocol } = new URL(facts.url, facts.page);
  const page = new URL(facts.page).origin;
  if (facts.timeout !== undefined) {
    return {
      kind: 'timeout',
      title: `No answer within ${facts.timeout / 1000} seconds`,
      text: `${origin} accepted the connection or was still connecting, but sent no complete answer.`,
      next: ['Try again later, or ask the API for less at a time.'],
    };
  }
  if (!facts.online) {
    return {
      kind: 'offline',
      title: 'This device is offline',
      text: 'The browser reports no network, so the request wasn’t sent.',
      next: ['Connect to a network, then send again.'],
    };
  }
  if (isMixedContent(facts.url, facts.page)) {
    return {
      kind: 'mixed content',
      title: 'The browser blocks http from an https page',
      text: `This page came by https, so the browser doesn’t let it send anything to ${origin} (mixed content).`,
      next: ['Use https in the url, if the API has it.', COPY],
    };
  }
  if (facts.reachable === true) {
    return {
      kind: 'cors',
      title: `${origin} does not let this page read its answer (CORS)`,
      text: `The host answers, but not with the headers that would allow ${page} to send ${facts.method.toUpperCase()} with these headers, and to read the answer. The request may have been carried out.`,
      next: [`Have the API send “access-control-allow-origin: ${page}”.`, COPY],
    };
  }
  return {
    kind: 'unreachable',
    title: `No connection to ${origin}`,
    text: 'Nothing answered: the name doesn’t exist (DNS), the host is down or not reachable from here, or its certificate isn’t valid.',
    next: [
      `Check “${hostname}” for typing mistakes.`,
      ...(protocol === 'https:' ? [`Open ${origin} in a tab: the browser shows there why it fails.`] : []),
    ],
  };
}

/** The failure of a request that can't be sent from a browser at all. */
export function describeUnsendable(message: string): Failure {
  return {
    kind: 'unsendable',
    title: 'A browser can’t send this request',
    text: message,
    next: ['Change the part that is named.', COPY],
  };
}

/** The failure of a url of another scheme, or of none that could be read. */
export function describeScheme(scheme: string): Failure {
  return {
    kind: 'unsendable',
    title: 'Only http and https requests can be sent',
    text: scheme === '' ? 'The url has no scheme that can be read.' : `This url begins with “${scheme}”.`,
    next: ['Begin the base URL, or the url of the route, with https:// or http://.'],
  };
}
