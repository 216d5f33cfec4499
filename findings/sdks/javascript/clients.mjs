/** The providers' own clients. */
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { GoogleGenAI } from '@google/genai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';

/** @typedef {import('./main.mjs').Consumer} Consumer */

const user = /** @type {const} */ ({ role: 'user', content: 'x' });

/** @type {Consumer} */
export const openai = {
  kind: 'sends',
  run: (tools, url) =>
    new OpenAI({ baseURL: url, apiKey: 'x', maxRetries: 0 }).responses.create({
      model: 'gpt-5',
      input: 'x',
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        name,
        description,
        parameters: inputSchema,
        strict: false,
      })),
    }),
};

/** @type {Consumer} */
export const anthropic = {
  kind: 'sends',
  run: (tools, url) =>
    new Anthropic({ baseURL: url, apiKey: 'x', maxRetries: 0 }).beta.messages.toolRunner({
      model: 'claude-sonnet-4-5',
      max_tokens: 10,
      messages: [user],
      tools: tools.map(({ name, description, inputSchema }) =>
        betaTool({ name, description, inputSchema: /** @type {any} */ (inputSchema), run: () => '' }),
      ),
    }),
};

/** @type {Consumer} */
export const ollama = {
  kind: 'sends',
  run: (tools, url) =>
    new Ollama({ host: url }).chat({
      model: 'x',
      messages: [user],
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }),
};

/** @param {'parameters' | 'parametersJsonSchema'} member @returns {Consumer} */
const google = (member) => ({
  kind: 'sends',
  run: (tools, url) =>
    new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: url } }).models.generateContent({
      model: 'gemini-2.5-flash',
      contents: 'x',
      config: {
        tools: [
          {
            functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
              name,
              description,
              [member]: inputSchema,
            })),
          },
        ],
      },
    }),
});
export const googleJsonSchema = google('parametersJsonSchema');
export const googleParameters = google('parameters');
