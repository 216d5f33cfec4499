/** Sends the forms of a module by this runtime: `node send.mjs <module> <origin>`, and the same in Bun and Deno. */
const [module, origin] = process.argv.slice(2);
const { send } = await import(`./${module}`);
await send(origin);
