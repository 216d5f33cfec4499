/** An API on this machine with those of GitHub's routes that the examples use. */
import type { IncomingHttpHeaders } from 'node:http';
import { startServer } from '../testing/static-server.mjs';

const REPOSITORY = '/repos/nodejs/undici';

/** All issues of the repository; every hundredth has the label `bug`. */
export const ISSUES = Array.from({ length: 230 }, (_, at) => ({
  id: 1000 + at,
  number: at + 1,
  title: `Issue ${at + 1} & more`,
  html_url: `https://github.com/nodejs/undici/issues/${at + 1}`,
  labels: (at + 1) % 100 === 0 ? ['bug'] : [],
}));

export const RELEASES = [
  { id: 2, tag_name: 'v2.0.0', published_at: '2026-02-01T00:00:00Z' },
  { id: 1, tag_name: 'v1.0.0', published_at: '2026-01-01T00:00:00Z' },
];

const REPOSITORIES = [
  { full_name: 'nodejs/undici', description: 'Requests <from> Node' },
  { full_name: 'nodejs/quiet', description: null },
];

/** The files of the repository, by their paths. */
export const FILES: Readonly<Record<string, string>> = {
  'README.md': '# undici\n',
  'package.json': '{ "name": "undici" }\n',
};

function listIssues(query: URLSearchParams): unknown {
  const perPage = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  const label = query.get('labels');
  const found = ISSUES.filter(({ labels }) => label === null || labels.includes(label));
  return found.slice((page - 1) * perPage, page * perPage);
}

const ROUTES: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  [`${REPOSITORY}/issues`]: listIssues,
  [`${REPOSITORY}/releases`]: () => RELEASES,
  '/users/nodejs/repos': () => REPOSITORIES,
};

/** A request that arrived. */
interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** The running API. */
export interface Api {
  readonly url: string;
  /** The requests since the last call of this function. */
  readonly take: () => readonly Received[];
  /** Answers the next requests with these statuses, and asks to repeat them at once. */
  readonly fail: (...statuses: readonly number[]) => void;
  readonly stop: () => Promise<void>;
}

/** Starts the API; pages of every origin may read it. */
export async function startApi(): Promise<Api> {
  const received: Received[] = [];
  const failures: number[] = [];
  const server = await startServer(({ url = '', headers }, response) => {
    received.push({ url, headers });
    response.setHeader('access-control-allow-origin', '*');
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const failure = failures.shift();
    if (failure !== undefined) {
      response.writeHead(failure, { 'retry-after': '0' }).end('{}');
      return;
    }
    const file = FILES[pathname.replace(`${REPOSITORY}/contents/`, '')];
    if (file !== undefined && headers.accept?.endsWith('.raw')) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(file);
      return;
    }
    const answer = ROUTES[pathname]?.(searchParams);
    const status = answer === undefined ? 404 : 200;
    const head = { 'content-type': 'application/json', 'set-cookie': 'session=of-the-api' };
    response.writeHead(status, head).end(JSON.stringify(answer ?? { message: 'Not Found' }));
  });
  return {
    url: server.url,
    take: () => received.splice(0),
    fail: (...statuses) => void failures.push(...statuses),
    stop: () => server.stop(),
  };
}
