import { serveStatic } from './support/static-server.js';
import { expect, ROOT, test } from './support/stack.js';

/** A page without a bundler. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>No bundler</title>
    <script src="/dist/endpoint.min.js"></script>
  </head>
  <body>
    <pre id="options"></pre>
    <pre id="response"></pre>
    <pre id="error"></pre>
    <script>
      const { createEndpoint, endpoint, EndpointError, toFetch } = endpointJs;
      document.getElementById('options').textContent = JSON.stringify(
        endpoint('GET /repos/{owner}/{repo}/issues{?labels}', { owner: 'octokit', repo: 'endpoint.js', labels: ['bug'] }),
      );
      const own = createEndpoint({ baseUrl: '/api' });
      fetch(...toFetch(own('PATCH /things/{id}', { id: 7, name: 'seven' })))
        .then((response) => response.text())
        .then((text) => (document.getElementById('response').textContent = text));
      try {
        own('GET /things/{id}');
      } catch (error) {
        document.getElementById('error').textContent = [error instanceof EndpointError, error.code, error.parameter].join(' ');
      }
    </script>
  </body>
</html>
`;

test('the script-tag bundle works in a plain page', async ({ page }) => {
  const server = await serveStatic({ '/dist/': `${ROOT}/lib/dist` }, { '/': PAGE });
  try {
    const sent: unknown[] = [];
    await page.route('**/api/**', async (route) => {
      const request = route.request();
      sent.push([
        request.method(),
        new URL(request.url()).pathname,
        request.postDataJSON(),
        request.headers()['content-type'],
      ]);
      await route.fulfill({ body: 'patched' });
    });
    await page.goto(server.url);
    expect(JSON.parse((await page.locator('#options').textContent()) ?? '')).toEqual({
      method: 'get',
      url: 'https://api.github.com/repos/octokit/endpoint.js/issues?labels=bug',
      headers: {
        accept: 'application/vnd.github.v3+json',
        'user-agent': expect.stringMatching(/^github-endpoint\.js\//),
      },
    });
    await expect(page.locator('#error')).toHaveText('true missing-parameter id');
    await expect(page.locator('#response')).toHaveText('patched');
    expect(sent).toEqual([['PATCH', '/api/things/7', { name: 'seven' }, 'application/json; charset=utf-8']]);
  } finally {
    await server.stop();
  }
});
