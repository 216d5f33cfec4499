// Calls a tool under a policy, without an SDK: node policy.mjs [<tool> <arguments as JSON>]
import { api } from './api.mjs';
import { callTool } from './call.mjs';
import { confirm } from './confirm.mjs';

/** Decides before a request is built. @param {import('endpoint.js/tools').ToolOperation} operation */
function refuse({ method, deprecated }) {
  if (method === 'DELETE') return 'Nothing may be deleted here.';
  return deprecated ? 'This operation is deprecated; use another one.' : undefined;
}

const [name = 'list_releases', args = '{"owner":"nodejs","repo":"undici"}'] = process.argv.slice(2);
const { text, isError } = await callTool(api, name, JSON.parse(args), { refuse, confirm });
console.log(text);
if (isError) process.exitCode = 2;
