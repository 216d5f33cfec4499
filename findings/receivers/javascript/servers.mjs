/** The servers of receivers.json: `node servers.mjs <name> [package]`. */
const [name, module, way] = process.argv.slice(2);
const port = Number(process.env.PORT);
const hostname = '127.0.0.1';

/** Receivers without a call for queries have the platform's. */
const readAll = (request) => new URL(request.url).searchParams.getAll('a');
const readAge = (request) => new URL(request.url).searchParams.get('age');

/** The parts of a form by the names of their fields, as `POST /multipart` gives them. */
const readParts = async (form) => {
  const fields = {};
  const files = [];
  for (const [field, value] of form)
    if (typeof value === 'string') (fields[field] ??= []).push(value);
    else files.push([field, value.name, value.type, await value.text()]);
  return { fields, files };
};

/** Where a form is an object of texts, files, and lists of them. */
const readMembers = async (body) => {
  const fields = {};
  const files = [];
  for (const [field, value] of Object.entries(body)) {
    const blobs = [value].flat().filter((one) => one instanceof Blob);
    for (const blob of blobs) files.push([field, blob.name, blob.type, await blob.text()]);
    if (blobs.length === 0) fields[field] = value;
  }
  return { fields, files };
};

const SERVERS = {
  async express() {
    const { default: express } = await import(module);
    express()
      .get('/list', (req, res) => res.json({ value: req.query.a }))
      .get('/object', (req, res) => res.json({ value: req.query.age }))
      .get('/x/:id', (req, res) => res.json({ value: req.params.id }))
      .query('/query', express.json(), (req, res) => res.json({ value: req.body }))
      .post('/form/:name', express.urlencoded(EXTENDED), (req, res) => res.json({ value: req.body[req.params.name] }))
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
    router.post('/form/:name', (ctx) => (ctx.body = { value: ctx.request.body[ctx.params.name] }));
    new Koa()
      .use(bodyParser({ parsedMethods: ['POST', 'QUERY'] }))
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
    app.post('/form/:name', async (c) => c.json({ value: (await c.req.parseBody(ALL))[c.req.param('name')] }));
    app.post('/multipart', async (c) => c.json({ value: await readMembers(await c.req.parseBody(ALL)) }));
    serve({ fetch: app.fetch, port, hostname });
  },
  async h3() {
    const {
      createApp,
      createRouter,
      eventHandler,
      getQuery,
      getRouterParam,
      readBody,
      readMultipartFormData,
      toNodeListener,
    } = await import('h3');
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
      )
      .post(
        '/form/:name',
        eventHandler(async (event) => ({ value: (await readBody(event))[getRouterParam(event, 'name')] })),
      )
      .post(
        '/multipart',
        eventHandler(async (event) => {
          const parts = await readMultipartFormData(event);
          const value = { fields: {}, files: [] };
          for (const { name: field, filename, type, data } of parts)
            if (filename === undefined) (value.fields[field] ??= []).push(`${data}`);
            else value.files.push([field, filename, type, `${data}`]);
          return { value };
        }),
      );
    createServer(toNodeListener(createApp().use(router))).listen(port, hostname);
  },
  async h3v2() {
    const { getQuery, getRouterParam, H3, readBody, serve } = await import('h3v2');
    const app = new H3()
      .get('/list', (event) => ({ value: getQuery(event).a }))
      .get('/object', (event) => ({ value: getQuery(event).age }))
      .get('/x/:id', (event) => ({ value: getRouterParam(event, 'id', OPTIONS) }))
      .on('QUERY', '/query', async (event) => ({ value: await readBody(event) }))
      .post('/form/:name', async (event) => ({ value: (await readBody(event))[getRouterParam(event, 'name')] }))
      .post('/multipart', async (event) => ({ value: await readParts(await event.req.formData()) }));
    serve(app, { port, hostname });
  },
  async hapi() {
    const { default: Hapi } = await import('@hapi/hapi');
    const server = Hapi.server({ port, host: hostname });
    server.route({ method: 'GET', path: '/list', handler: ({ query }) => ({ value: query.a }) });
    server.route({ method: 'GET', path: '/object', handler: ({ query }) => ({ value: query.age }) });
    server.route({ method: 'GET', path: '/x/{id}', handler: ({ params }) => ({ value: params.id }) });
    server.route({ method: 'QUERY', path: '/query', handler: ({ payload }) => ({ value: payload }) });
    server.route({
      method: 'POST',
      path: '/form/{name}',
      handler: ({ payload, params }) => ({ value: payload[params.name] }),
    });
    server.route({
      method: 'POST',
      path: '/multipart',
      options: { payload: { multipart: { output: 'annotated' } } },
      handler({ payload }) {
        const value = { fields: {}, files: [] };
        for (const [field, members] of Object.entries(payload))
          for (const part of [members].flat())
            if (typeof part === 'string') (value.fields[field] ??= []).push(part);
            else {
              const content = part.payload instanceof Buffer ? `${part.payload}` : part.payload;
              value.files.push([field, part.filename, part.headers['content-type'], content]);
            }
        return { value };
      },
    });
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
      (path === 'query' || path.startsWith('form/') ? All : Get)(path)(Receiver.prototype, method, descriptor);
    };
    route('list', 'readList', module === 'pipe' ? Query('a', ParseArrayPipe) : Query('a'));
    route('object', 'readObject', Query('age'));
    route('x/:id', 'readPath', Param('id'));
    route('query', 'readBody', Body());
    for (const member of ['a', 'age', 'items']) route(`form/${member}`, `read-${member}`, Body(member));
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
        '/form/:name': async (request) => answer((await request.formData()).getAll(request.params.name)),
        '/multipart': async (request) => answer(await readParts(await request.formData())),
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
      if (pathname === '/multipart') return Response.json({ value: await readParts(await request.formData()) });
      if (pathname.startsWith('/form/'))
        return Response.json({ value: (await request.formData()).getAll(pathname.slice('/form/'.length)) });
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
      .post('/form/:name', ({ body, params }) => ({ value: body[params.name] }))
      .post('/multipart', async ({ body }) => ({ value: await readMembers(body) }))
      .listen({ port, hostname });
  },
};
const ALL = module === 'all' ? { all: true } : undefined;
const EXTENDED = module === 'express4' || way === 'extended' ? { extended: true } : undefined;
const OPTIONS = module === 'decode' ? { decode: true } : undefined;
await SERVERS[name]();
