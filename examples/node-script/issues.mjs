// Lists all open issues of a repository on GitHub: node issues.mjs <owner> <repo> [label …]
import { createEndpoint, EndpointError } from 'endpoint.js';
import { send } from 'endpoint.js/send';
import { fetchWithRetries } from './retries.mjs';

const PER_PAGE = 100;

const github = createEndpoint({
  vendor: 'github',
  baseUrl: process.env['API_URL'] ?? 'https://api.github.com',
  headers: { authorization: process.env['GITHUB_TOKEN'] && `Bearer ${process.env['GITHUB_TOKEN']}` },
});

/**
 * Asks for page after page, as the reader needs them.
 *
 * Each url is built here. A url for the next page that an API sends could lead to another host, and the token with it.
 *
 * @param {{ owner: string, repo: string, labels: string[] }} parameters
 */
async function* listIssues(parameters) {
  for (let page = 1; ; page += 1) {
    const request = github('GET /repos/{owner}/{repo}/issues', { ...parameters, per_page: PER_PAGE, page });
    const { data } = await send(request, { fetch: fetchWithRetries });
    const issues = /** @type {{ number: number, title: string }[]} */ (data);
    yield* issues;
    if (issues.length < PER_PAGE) return;
  }
}

const [owner = '', repo = '', ...labels] = process.argv.slice(2);
try {
  let count = 0;
  for await (const { number, title } of listIssues({ owner, repo, labels })) {
    console.log(`#${number} ${title}`);
    count += 1;
  }
  console.log(`${count} issues`);
} catch (error) {
  // A name that can't be a part of the path. The stack of any other error is worth a look.
  if (!(error instanceof EndpointError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
