import { createEndpoint, EndpointError } from 'endpoint.js';
import { ResponseError, send } from 'endpoint.js/send';

interface Environment {
  /** From `vars` of wrangler.jsonc. */
  readonly API_URL: string;
  /** A secret, which visitors never see: `wrangler secret put GITHUB_TOKEN`, or a line of `.dev.vars`. */
  readonly GITHUB_TOKEN?: string;
}

const api = createEndpoint({ vendor: 'github' });

/** Builds the request for the API: its host and path are those of the route, whatever a visitor writes. */
function build(query: URLSearchParams, { API_URL, GITHUB_TOKEN }: Environment) {
  return api('GET /repos/{owner}/{repo}/releases', {
    baseUrl: API_URL,
    owner: query.get('owner') ?? '',
    repo: query.get('repo') ?? '',
    page: query.get('page') ?? undefined,
    headers: { authorization: GITHUB_TOKEN && `Bearer ${GITHUB_TOKEN}` },
  });
}

/** Answers `/releases?owner=…&repo=…` with the releases of a repository on GitHub. */
async function answer(request: Request, environment: Environment): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || pathname !== '/releases')
    return new Response('Only GET /releases is served here.\n', { status: 404 });
  try {
    const { data } = await send(build(searchParams, environment), { timeout: 10_000, maxBytes: 10_000_000 });
    // New headers: those of the API, such as its cookies and limits, aren't for visitors.
    return Response.json(data);
  } catch (error) {
    if (error instanceof EndpointError) return new Response(`${error.message}\n`, { status: 400 });
    if (error instanceof ResponseError && error.status === 404)
      return new Response('There is no such repository.\n', { status: 404 });
    if (error instanceof ResponseError) return new Response('The API has no releases now.\n', { status: 502 });
    throw error;
  }
}

export default { fetch: answer };
