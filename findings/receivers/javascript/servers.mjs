/** The servers of receivers.json: `node servers.mjs <name> [package]`. */
const [name, module] = process.argv.slice(2);
const port = Number(process.env.PORT);
const hostname = '127.0.0.1';

/** Receivers without a call for queries have the platform's. */
const readAll = (request) => new URL(request.url).searchParams.getAll('a');
const readAge = (request) => new URL(request.url).searchParams.get('age');

const SERVERS = {
  async express() {
    const { default: express } = await import(module);
    express()
      .get('/list', (req, res) => res.json({ value: req.query.a }))
      .get('/object', (req, res) => res.json({ value: req.query.age }))
      .get('/x/:id', (req, res) => res.json({ value: req.params.id }))
      .query('/query', express.json(), (req, res) => res.json({ value: req.body }))
      .listen(port, hostname);
  },
  async fastify() {
    const { default: Fastify } = await import('fastify');
    const app = Fastify();
    app.get('/list', (request) => ({ value: request.query.a }));
    app.get('/object', (request) => ({ value: request.query.age }));
    app.get('/x/:id', (request) => ({ value: request.params.id }));
    app.route({ method: 'QUERY', url: '/query', handler: (request) => ({ value: request.body }) });
    await app.listen({ port, host: hostname });
  },
  async fastifySchema() {
    const { default: Fastify } = await import('fastify');
    const app = Fastify();
    const list = { type: 'array', items: { type: 'string' } };
    app.get('/list', { schema: { querystring: { type: 'object', properties: { a: list } } } }, (request) => ({
      value: request.query.a,
    }));
    await app.listen({ port, host: hostname });
  },
  async koa() {
    const { default: Koa } = await import('koa');
    const { default: Router } = await import('@koa/router');
    const { bodyParser } = await import('@koa/bodyparser');
    const router = new Router();
    router.get('/list', (ctx) => (ctx.body = { value: ctx.query.a }));
    router.get('/object', (ctx) => (ctx.body = { value: ctx.query.age }));
    router.get('/x/:id', (ctx) => (ctx.body = { value: ctx.params.id }));
    router.register('/query', ['QUERY'], (ctx) => (ctx.body = { value: ctx.request.body }));
    new Koa()
      .use(bodyParser({ parsedMethods: ['QUERY'] }))
      .use(router.routes())
      .listen(port, hostname);
  },
  async hono() {
    const { Hono } = await import('hono');
    const { serve } = await import('@hono/node-server');
    const app = new Hono();
    app.get('/list', (c) => c.json({ value: c.req.queries('a') }));
    app.get('/object', (c) => c.json({ value: c.req.query('age') }));
    app.get('/x/:id', (c) => c.json({ value: c.req.param('id') }));
    app.on('QUERY', '/query', async (c) => c.json({ value: await c.req.json() }));
    serve({ fetch: app.fetch, port, hostname });
  },
  async h3() {
    const { createApp, createRouter, eventHandler, getQuery, getRouterParam, readBody, toNodeListener } =
      await import('h3');
    const { createServer } = await import('node:http');
    const router = createRouter()
      .get(
        '/list',
        eventHandler((event) => ({ value: getQuery(event).a })),
      )
      .get(
        '/object',
        eventHandler((event) => ({ value: getQuery(event).age })),
      )
      .get(
        '/x/:id',
        eventHandler((event) => ({ value: getRouterParam(event, 'id', OPTIONS) })),
      )
      .use(
        '/query',
        eventHandler(async (event) => ({ value: await readBody(event) })),
      );
    createServer(toNodeListener(createApp().use(router))).listen(port, hostname);
  },
  async h3v2() {
    const { getQuery, getRouterParam, H3, readBody, serve } = await import('h3v2');
    const app = new H3()
      .get('/list', (event) => ({ value: getQuery(event).a }))
      .get('/object', (event) => ({ value: getQuery(event).age }))
      .get('/x/:id', (event) => ({ value: getRouterParam(event, 'id', OPTIONS) }))
      .on('QUERY', '/query', async (event) => ({ value: await readBody(event) }));
    serve(app, { port, hostname });
  },
  async hapi() {
    const { default: Hapi } = await import('@hapi/hapi');
    const server = Hapi.server({ port, host: hostname });
    server.route({ method: 'GET', path: '/list', handler: ({ query }) => ({ value: query.a }) });
    server.route({ method: 'GET', path: '/object', handler: ({ query }) => ({ value: query.age }) });
    server.route({ method: 'GET', path: '/x/{id}', handler: ({ params }) => ({ value: params.id }) });
    server.route({ method: 'QUERY', path: '/query', handler: ({ payload }) => ({ value: payload }) });
    await server.start();
  },
  async nest() {
    await import('reflect-metadata');
    const { All, Body, Controller, Get, Module, Param, ParseArrayPipe, Query } = await import('@nestjs/common');
    const { NestFactory } = await import('@nestjs/core');
    function Receiver() {}
    // Decorators without a compiler.
    const route = (path, method, decorate) => {
      Receiver.prototype[method] = (value) => ({ value });
      const descriptor = Object.getOwnPropertyDescriptor(Receiver.prototype, method);
      Reflect.defineMetadata('design:paramtypes', [Object], Receiver.prototype, method);
      decorate(Receiver.prototype, method, 0);
      (path === 'query' ? All : Get)(path)(Receiver.prototype, method, descriptor);
    };
    route('list', 'readList', module === 'pipe' ? Query('a', ParseArrayPipe) : Query('a'));
    route('object', 'readObject', Query('age'));
    route('x/:id', 'readPath', Param('id'));
    route('query', 'readBody', Body());
    Controller()(Receiver);
    function App() {}
    Module({ controllers: [Receiver] })(App);
    const app = await NestFactory.create(App, { logger: false });
    await app.listen(port, hostname);
  },
  bun() {
    const answer = (value) => Response.json({ value });
    globalThis.Bun.serve({
      port,
      hostname,
      routes: {
        '/list': (request) => answer(readAll(request)),
        '/object': (request) => answer(readAge(request)),
        '/x/:id': (request) => answer(request.params.id),
        '/query': async (request) => answer(await request.json()),
      },
    });
  },
  deno() {
    const path = new globalThis.URLPattern({ pathname: '/x/:id' });
    globalThis.Deno.serve({ port, hostname }, async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/list') return Response.json({ value: readAll(request) });
      if (pathname === '/object') return Response.json({ value: readAge(request) });
      if (pathname === '/query') return Response.json({ value: await request.json() });
      const found = path.exec(request.url);
      return found ? Response.json({ value: found.pathname.groups.id }) : new Response(undefined, { status: 404 });
    });
  },
  async elysia() {
    const { Elysia, t } = await import('elysia');
    new Elysia()
      .get('/list', ({ query }) => ({ value: query.a }), { query: t.Object({ a: t.Array(t.String()) }) })
      .get('/object', ({ query }) => ({ value: query.age }))
      .get('/x/:id', ({ params }) => ({ value: params.id }))
      .route('QUERY', '/query', ({ body }) => ({ value: body }))
      .listen({ port, hostname });
  },
};
const OPTIONS = module === 'decode' ? { decode: true } : undefined;
await SERVERS[name]();
