// Calls the custom operation: node call.mjs <title>
import { createCallClient } from 'endpoint.js-client';

const [title = ''] = process.argv.slice(2);
const client = createCallClient({ host: process.env['CALL_HOST'] ?? 'http://127.0.0.1:8080', deadline: 5_000 });
const { success, message } = await client.call({ code: 'slugify', str1: title });
console.log(message);
if (!success) process.exitCode = 1;
