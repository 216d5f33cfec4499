import { LOCAL } from '../../../ui/network.js';
import { writeSize } from '../../../ui/text.js';

/** A request that ended without a complete response: what happened, and what to do next. */
export interface Failure {
  readonly title: string;
  readonly text: string;
  /** The probable causes, where the browser reports none. */
  readonly causes?: readonly string[];
  readonly next?: readonly string[];
}

/** The facts about a request from a page without a response. */
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

const COPY = 'Copy it from “Code”, and send it outside of the browser.';
const UNREPORTED = 'The browser doesn’t report the reason to a page. It is probably one of these:';
const EXTENSION = 'The browser, or one of its extensions, blocked the request.';

/** The bad ports of the Fetch Standard, to which no browser sends requests; without 4190 and 6679, which Chromium doesn't block. */
const BLOCKED_PORTS: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 ' +
    '143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 ' +
    '3659 4045 5060 5061 6000 6566 6665 6666 6667 6668 6669 6697 10080'
  ).split(' '),
);

/** Whether browsers block the port of a url. */
export function isBlockedPort({ port }: URL): boolean {
  return BLOCKED_PORTS.has(port);
}

/** Addresses, which need no DNS. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** The failure of a request that was cancelled before the head of its response. */
export const cancelled: Failure = {
  title: 'Cancelled',
  text: 'You cancelled the request before its response. It may have reached the server, and done its work there.',
};

/** A reason that the page knows for certain; undefined if there is none. */
function describeKnownFailure(facts: PageFacts): Failure | undefined {
  const url = new URL(facts.url, facts.page);
  const { origin, protocol, hostname, port } = url;
  if (facts.timeout !== undefined) {
    return {
      title: `No response within ${facts.timeout / 1000} seconds`,
      text: `${origin} accepted the connection, or was still connecting, but sent no response.`,
      next: ['Try again later, or ask the API for less at a time.'],
    };
  }
  if (protocol === 'http:' && new URL(facts.page).protocol === 'https:' && !LOCAL.test(hostname)) {
    return {
      title: 'The browser blocks http from an https page',
      text: `This page came by https, so the browser doesn’t let it send anything to ${origin} (mixed content).`,
      next: ['Use https in the url, if the API has it.', COPY],
    };
  }
  if (isBlockedPort(url)) {
    return {
      title: `Browsers block port ${port}`,
      text: `Port ${port} belongs to another protocol, so no browser sends HTTP requests to it.`,
      next: ['Use another port, if the API has one.', COPY],
    };
  }
  // Requests to this machine need no network.
  if (facts.online || LOCAL.test(hostname)) return undefined;
  return {
    title: 'This device is offline',
    text: 'The browser reports no network, so the request couldn’t leave this device.',
    next: ['Connect to a network, then send again.'],
  };
}

/** The failure of a request that the page sent, and whose response has no head that the page may read. */
export function describePageFailure(facts: PageFacts): Failure {
  const known = describeKnownFailure(facts);
  if (known !== undefined) return known;
  const { origin, hostname, protocol } = new URL(facts.url, facts.page);
  const page = new URL(facts.page).origin;
  if (facts.reachable === true) {
    const cors = `CORS: the API doesn’t allow ${page} to send ${facts.method.toUpperCase()} with these headers, or to read the response. The request may have been carried out.`;
    const needed = `Have the API send “access-control-allow-origin: ${page}”.`;
    return {
      title: `${origin} answers, but this request got no response that the page may read`,
      text: UNREPORTED,
      causes: [
        ...(origin === page ? [] : [cors]),
        'The connection broke before the response’s headers came.',
        EXTENSION,
      ],
      next: ['Open the browser’s console: it shows the reason.', ...(origin === page ? [] : [needed]), COPY],
    };
  }
  const isAddress = ADDRESS.test(hostname) || LOCAL.test(hostname);
  return {
    title: `No response from ${origin}`,
    text: UNREPORTED,
    causes: [
      'The server isn’t running, or isn’t reachable from here.',
      ...(isAddress ? [] : [`The name ${hostname} doesn’t exist (DNS).`]),
      ...(protocol === 'https:' ? ['Its certificate isn’t valid.'] : []),
      EXTENSION,
    ],
    next: [
      `Check “${hostname}” for typing mistakes.`,
      ...(protocol === 'https:' ? [`Open ${origin} in a tab: the browser shows there why it fails.`] : []),
    ],
  };
}

/** The facts about a response whose body ended early. */
export interface CutFacts {
  readonly kind: 'cancelled' | 'cut off' | 'too long';
  /** Bytes of the body that came. */
  readonly bytes: number;
  /** Value of `content-length`, if the page may read it. */
  readonly length: string | null;
}

/** The reason why a body ended early, after the head of its response. */
export function describeCut({ kind, bytes, length }: CutFacts): Failure {
  const came = bytes === 0 ? 'none of its body' : `${writeSize(bytes)} of its body`;
  const announced = Number(length) > bytes ? ` Its content-length is ${writeSize(Number(length))}.` : '';
  const shown = bytes === 0 ? '' : ' Below is what came.';
  if (kind === 'cancelled') {
    return {
      title: 'Cancelled while the response came',
      text: `You cancelled it after its headers and ${came} had come.${announced}${shown}`,
    };
  }
  if (kind === 'too long') {
    return {
      title: 'The response is longer than this page keeps',
      text: `The page stopped reading after ${writeSize(bytes)}.${announced}${shown}`,
      next: ['Ask the API for less at a time.', COPY],
    };
  }
  return {
    title: 'The response was cut off',
    text: `Its headers and ${came} came, then the connection broke.${announced}${shown}`,
    next: ['Send it again, if doing it twice is safe.'],
  };
}
