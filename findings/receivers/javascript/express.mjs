const { default: express } = await import(process.argv[2]);
express()
  .get('/list', (req, res) => res.json({ value: req.query.a }))
  .get('/object', (req, res) => res.json({ value: req.query.age }))
  .get('/x/:id', (req, res) => res.json({ value: req.params.id }))
  .listen(process.env.PORT, '127.0.0.1');
