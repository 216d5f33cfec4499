/** Frameworks of agents. */
import { createOpenAI } from '@ai-sdk/openai';
import { ChatAnthropic } from '@langchain/anthropic';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { ChatOpenAI } from '@langchain/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, OpenAIProvider, Runner, tool as agentsTool } from '@openai/agents';

/** @typedef {import('./main.mjs').Consumer} Consumer */

/** @param {any} strict @returns {Consumer} */
const openaiAgents = (strict) => ({
  kind: 'sends',
  run: (given, url) => {
    const tools = given.map(({ name, description, inputSchema }) => {
      const parameters = /** @type {any} */ (inputSchema);
      return agentsTool({ name, description, parameters, strict, execute: () => '' });
    });
    const modelProvider = new OpenAIProvider({ baseURL: url, apiKey: 'x' });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    return runner.run(new Agent({ name: 'x', model: 'gpt-5', tools }), 'x');
  },
});
export const openaiAgentsStrict = openaiAgents(true);
export const openaiAgentsLoose = openaiAgents(false);

/** @param {(url: string) => any} createModel @returns {Consumer} */
const langchain = (createModel) => ({
  kind: 'sends',
  run: (tools, url) =>
    createModel(url)
      .bindTools(
        tools.map(({ name, description, inputSchema }) =>
          langchainTool(() => '', { name, description, schema: /** @type {any} */ (inputSchema) }),
        ),
      )
      .invoke('x'),
});
const common = { apiKey: 'x', maxRetries: 0 };
export const langchainOpenAI = langchain(
  (baseURL) => new ChatOpenAI({ ...common, model: 'gpt-5', configuration: { baseURL } }),
);
export const langchainAnthropic = langchain(
  (url) => new ChatAnthropic({ ...common, model: 'claude-sonnet-4-5', anthropicApiUrl: url }),
);
export const langchainGoogle = langchain(
  (baseUrl) => new ChatGoogleGenerativeAI({ ...common, model: 'gemini-2.5-flash', baseUrl }),
);

/** @type {Consumer} */
export const mastra = {
  kind: 'sends',
  run: (tools, url) =>
    new MastraAgent({
      id: 'x',
      name: 'x',
      instructions: 'x',
      model: createOpenAI({ baseURL: url, apiKey: 'x' })('gpt-5'),
      tools: Object.fromEntries(
        tools.map(({ name, description, inputSchema }) => [
          name,
          createTool({ id: name, description, inputSchema: /** @type {any} */ (inputSchema) }),
        ]),
      ),
      maxRetries: 0,
    }).generate('x'),
};
