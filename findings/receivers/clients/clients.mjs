/** The clients of clients.json: `node clients.mjs <name> <url>`, and the same in Deno and Bun. */
const [name, url] = process.argv.slice(2);
const headers = { 'content-type': 'application/json' };
const body = '{"a":"1"}';

const CLIENTS = {
  fetch: async () => (await fetch(url, { method: 'QUERY', headers, body })).status,
  async undici() {
    const { Agent, interceptors, request } = await import('undici');
    const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: 5 }));
    return (await request(url, { method: 'QUERY', headers, body, dispatcher })).statusCode;
  },
  async nodeFetch() {
    const { default: nodeFetch } = await import('node-fetch');
    return (await nodeFetch(url, { method: 'QUERY', headers, body })).status;
  },
  async axios() {
    const { default: axios } = await import('axios');
    return (await axios({ url, method: 'QUERY', headers, data: body })).status;
  },
  async ky() {
    const { default: ky } = await import('ky');
    return (await ky(url, { method: 'QUERY', headers, body, retry: 0 })).status;
  },
  async got() {
    const { default: got } = await import('got');
    return (await got(url, { method: 'QUERY', headers, body, retry: { limit: 0 } })).statusCode;
  },
  async superagent() {
    const { default: superagent } = await import('superagent');
    return (await superagent('QUERY', url).set(headers).send(body)).status;
  },
  async http() {
    const { request } = await import('node:http');
    return new Promise((resolve, reject) =>
      request(url, { method: 'QUERY', headers: { ...headers, 'content-length': body.length } }, ({ statusCode }) =>
        resolve(statusCode),
      )
        .on('error', reject)
        .end(body),
    );
  },
  async chromium() {
    const { default: puppeteer } = await import('puppeteer-core');
    const browser = await puppeteer.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      await page.goto(new URL('/page', url).href);
      return await page.evaluate(async (...call) => (await fetch(...call)).status, url, {
        method: 'QUERY',
        headers,
        body,
      });
    } finally {
      await browser.close();
    }
  },
};
console.log(await CLIENTS[name]());
process.exit();
