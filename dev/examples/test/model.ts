/** Anthropic's API on this machine, with a model whose calls are a list. No provider is reached. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startServer } from '../../testing/static-server.mjs';

/** A call that the model makes. */
type ToolUse = readonly [name: string, input: object];

/** A request that arrived. */
interface Asked {
  readonly tools: readonly { readonly name: string; readonly input_schema: object }[];
  readonly messages: readonly { readonly content: unknown }[];
}

/** The running model. */
export interface Model {
  /** The variables for an agent; the AI SDK's base has a version in its path. */
  readonly env: (version?: string) => Readonly<Record<string, string>>;
  /** The requests since the last call of this function. */
  readonly take: () => readonly Asked[];
  readonly stop: () => Promise<void>;
}

/** Starts a model that makes the calls one after the other, and then says "Done." */
export async function startModel(calls: readonly ToolUse[]): Promise<Model> {
  const received: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = (await json(request)) as Asked;
    received.push(asked);
    // A question, and then a call and its result for each turn.
    const turn = (asked.messages.length - 1) / 2;
    const call = calls[turn];
    const content = call
      ? { type: 'tool_use', id: `call_${turn}`, name: call[0], input: call[1] }
      : { type: 'text', text: 'Done.' };
    const message = {
      id: `message_${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'model',
      content: [content],
      stop_reason: call ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
  };
  const server = await startServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  return {
    env: (version = '') => ({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.url + version, MODEL: 'model' }),
    take: () => received.splice(0),
    stop: () => server.stop(),
  };
}
