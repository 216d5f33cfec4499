import { EndpointError } from 'endpoint.js';
import { ResponseError } from 'endpoint.js/send';
import { readReleases, type Release } from './github';

/** The text and the releases to show: a wrong name in the address is a visitor's mistake, not a failure of the page. */
async function load(owner: string, repo: string): Promise<{ text: string; releases: Release[] }> {
  try {
    const releases = await readReleases(owner, repo);
    return { text: `The last ${releases.length}`, releases };
  } catch (error) {
    if (error instanceof EndpointError) return { text: error.message, releases: [] };
    if (error instanceof ResponseError && error.status === 404)
      return { text: 'There is no such repository.', releases: [] };
    throw error;
  }
}

interface Props {
  readonly searchParams: Promise<{ owner?: string; repo?: string }>;
}

/** A server component: builds and sends the request on the server, so that no script goes to the browser for it. */
export default async function Page({ searchParams }: Props) {
  const { owner = 'nodejs', repo = 'undici' } = await searchParams;
  const { text, releases } = await load(owner, repo);
  return (
    <main>
      <h1>{`Releases of ${owner}/${repo}`}</h1>
      <p>{text}</p>
      <ul>
        {releases.map(({ id, tag_name: tag, published_at: date }) => (
          <li key={id}>{`${tag} ${date}`}</li>
        ))}
      </ul>
    </main>
  );
}
