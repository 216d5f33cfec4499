/** The servers of receivers.json that only read forms: `node forms.mjs <name> [way]`. */
import { readFile } from 'node:fs/promises';

const [name, way] = process.argv.slice(2);
const port = Number(process.env.PORT);
const hostname = '127.0.0.1';

/** The files of formidable, which koa-body uses too. */
const readStored = (files) =>
  Promise.all(
    Object.entries(files).flatMap(([field, stored]) =>
      [stored].flat().map(async (file) => {
        const { originalFilename, mimetype, filepath } = file;
        return [field, originalFilename, mimetype, await readFile(filepath, 'utf8')];
      }),
    ),
  );

/** A server of Node.js: `read` gives what the path and request have. */
const listenNode = async (read) => {
  const { createServer } = await import('node:http');
  createServer(async (req, res) => {
    const answer = await read(req.url.split('/').at(-1), req).then(
      (value) => [200, JSON.stringify({ value })],
      ({ httpCode = 500 }) => [httpCode, ''],
    );
    res.writeHead(answer[0]).end(answer[1]);
  }).listen(port, hostname);
};

const SERVERS = {
  async multer() {
    const { default: express } = await import('express');
    const { default: multer } = await import('multer');
    express()
      .post('/multipart', multer().any(), ({ body, files }, res) => {
        const read = ({ fieldname, originalname, mimetype, buffer }) => [
          fieldname,
          originalname,
          mimetype,
          `${buffer}`,
        ];
        res.json({ value: { fields: body, files: files.map(read) } });
      })
      .listen(port, hostname);
  },
  async fastifyForms() {
    const { default: Fastify } = await import('fastify');
    const { default: formbody } = await import('@fastify/formbody');
    const { default: multipart } = await import('@fastify/multipart');
    const app = Fastify().register(formbody).register(multipart);
    const readPart = async (part) => [part.fieldname, part.filename, part.mimetype, `${await part.toBuffer()}`];
    app.post('/form/:name', (request) => ({ value: request.body[request.params.name] }));
    const handler = async (request) => {
      const value = { fields: {}, files: [] };
      const keep = ({ fieldname, value: text }) => (value.fields[fieldname] ??= []).push(text);
      if (way === 'file') {
        const part = await request.file();
        const fields = Object.values(part?.fields ?? {}).flat();
        fields.filter(({ type }) => type === 'field').forEach(keep);
        if (part) value.files.push(await readPart(part));
      } else {
        for await (const part of request.parts())
          if (part.type === 'file') value.files.push(await readPart(part));
          else keep(part);
      }
      return { value };
    };
    app.route({ method: 'POST', url: '/multipart', handler });
    await app.listen({ port, host: hostname });
  },
  async koaBody() {
    const { default: Koa } = await import('koa');
    const { koaBody } = await import('koa-body');
    new Koa()
      .use(koaBody({ multipart: true }))
      .use(async ({ path, request, response }) => {
        const { body, files = {} } = request;
        const value =
          path === '/multipart' ? { fields: body, files: await readStored(files) } : body[path.slice('/form/'.length)];
        response.body = { value };
      })
      .listen(port, hostname);
  },
  async formidable() {
    const { default: formidable } = await import('formidable');
    await listenNode(async (member, req) => {
      const [fields, files] = await formidable().parse(req);
      return member === 'multipart' ? { fields, files: await readStored(files) } : fields[member];
    });
  },
  async busboy() {
    const { default: busboy } = await import('busboy');
    const { text } = await import('node:stream/consumers');
    await listenNode(async (member, req) => {
      const fields = {};
      const files = [];
      const parser = busboy({ headers: req.headers })
        .on('field', (field, value) => (fields[field] ??= []).push(value))
        .on('file', (field, stream, { filename, mimeType }) =>
          files.push(text(stream).then((content) => [field, filename, mimeType, content])),
        );
      await new Promise((resolve, reject) => req.pipe(parser).on('close', resolve).on('error', reject));
      return member === 'multipart' ? { fields, files: await Promise.all(files) } : fields[member];
    });
  },
};
await SERVERS[name]();
