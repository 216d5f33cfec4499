/** The AI SDK with three providers, of two major versions. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai7 from 'ai';
import * as ai6 from 'ai-6';
import { createAnthropic as createAnthropic6 } from 'ai-6-anthropic';
import { createGoogleGenerativeAI as createGoogle6 } from 'ai-6-google';
import { createOpenAI as createOpenAI6 } from 'ai-6-openai';

/** @param {any} ai @param {any} create a provider @param {string} model @returns {import('./main.mjs').Consumer} */
const consumer = ({ generateText, jsonSchema, tool }, create, model) => ({
  kind: 'sends',
  run: (tools, url) =>
    generateText({
      model: create({ baseURL: url, apiKey: 'x' })(model),
      prompt: 'x',
      maxRetries: 0,
      tools: Object.fromEntries(
        tools.map(({ name, description, inputSchema }) => [
          name,
          tool({ description, inputSchema: jsonSchema(inputSchema) }),
        ]),
      ),
    }),
});

export const openai7 = consumer(ai7, createOpenAI, 'gpt-5');
export const anthropic7 = consumer(ai7, createAnthropic, 'claude-sonnet-4-5');
export const google7 = consumer(ai7, createGoogleGenerativeAI, 'gemini-2.5-flash');
export const openai6 = consumer(ai6, createOpenAI6, 'gpt-5');
export const anthropic6 = consumer(ai6, createAnthropic6, 'claude-sonnet-4-5');
export const google6 = consumer(ai6, createGoogle6, 'gemini-2.5-flash');
