// Calls a tool as an agent does: node agent.mjs [<tool> <arguments as JSON> [yes]]
import { createAgentTools } from './tools.mjs';

const [name = 'list_releases', args = '{"owner":"nodejs","repo":"undici"}', word] = process.argv.slice(2);
// An app would show the request to a person; here the word is on the command line.
const tools = createAgentTools(async () => word === 'yes');
const result = await tools[name].execute(JSON.parse(args), { toolCallId: '1', messages: [] });
console.log(JSON.stringify(result));
