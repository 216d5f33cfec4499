/** What reads the tools: each by its program, and the packages that a reader knows it by. */

/**
 * @typedef {object} Consumer
 * @property {string} name as the guide writes it; `{0}` is the version of the first package
 * @property {string[]} packages one of Python has the prefix `pypi:`
 * @property {string} program a module of `javascript/` or `python/`, and its member
 */

const OPENAI_AGENTS = '@openai/agents';

/** @type {Readonly<Record<string, Consumer>>} */
export const CONSUMERS = {
  'mcp-1': { name: 'MCP SDK {0}', packages: ['@modelcontextprotocol/sdk'], program: 'mcp.mjs sdk1' },
  'mcp-2': {
    name: 'MCP SDK {0}, `fromJsonSchema`',
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/client'],
    program: 'mcp.mjs sdk2',
  },
  openai: { name: 'openai {0}', packages: ['openai'], program: 'clients.mjs openai' },
  anthropic: {
    name: '@anthropic-ai/sdk {0}, `betaTool`',
    packages: ['@anthropic-ai/sdk'],
    program: 'clients.mjs anthropic',
  },
  ollama: { name: 'ollama {0}', packages: ['ollama'], program: 'clients.mjs ollama' },
  'google-json-schema': {
    name: '@google/genai {0}, `parametersJsonSchema`',
    packages: ['@google/genai'],
    program: 'clients.mjs googleJsonSchema',
  },
  'google-parameters': {
    name: '@google/genai {0}, `parameters`',
    packages: ['@google/genai'],
    program: 'clients.mjs googleParameters',
  },
  'ai-7-openai': { name: 'AI SDK {0}, OpenAI {1}', packages: ['ai', '@ai-sdk/openai'], program: 'ai-sdk.mjs openai7' },
  'ai-7-anthropic': {
    name: 'AI SDK {0}, Anthropic {1}',
    packages: ['ai', '@ai-sdk/anthropic'],
    program: 'ai-sdk.mjs anthropic7',
  },
  'ai-7-google': { name: 'AI SDK {0}, Google {1}', packages: ['ai', '@ai-sdk/google'], program: 'ai-sdk.mjs google7' },
  'ai-6-openai': { name: 'AI SDK {0}, OpenAI {1}', packages: ['ai-6', 'ai-6-openai'], program: 'ai-sdk.mjs openai6' },
  'ai-6-anthropic': {
    name: 'AI SDK {0}, Anthropic {1}',
    packages: ['ai-6', 'ai-6-anthropic'],
    program: 'ai-sdk.mjs anthropic6',
  },
  'ai-6-google': { name: 'AI SDK {0}, Google {1}', packages: ['ai-6', 'ai-6-google'], program: 'ai-sdk.mjs google6' },
  'agents-strict': { name: '@openai/agents {0}', packages: [OPENAI_AGENTS], program: 'agents.mjs openaiAgentsStrict' },
  'agents-loose': {
    name: '@openai/agents {0}, `strict: false`',
    packages: [OPENAI_AGENTS],
    program: 'agents.mjs openaiAgentsLoose',
  },
  'langchain-openai': {
    name: 'LangChain.js {0}, OpenAI {1}',
    packages: ['@langchain/core', '@langchain/openai'],
    program: 'agents.mjs langchainOpenAI',
  },
  'langchain-anthropic': {
    name: 'LangChain.js {0}, Anthropic {1}',
    packages: ['@langchain/core', '@langchain/anthropic'],
    program: 'agents.mjs langchainAnthropic',
  },
  'langchain-google': {
    name: 'LangChain.js {0}, Google {1}',
    packages: ['@langchain/core', '@langchain/google-genai'],
    program: 'agents.mjs langchainGoogle',
  },
  mastra: {
    name: 'Mastra {0}, AI SDK OpenAI {1}',
    packages: ['@mastra/core', '@ai-sdk/openai'],
    program: 'agents.mjs mastra',
  },
  'python-agents-strict': {
    name: 'openai-agents {0} (Python)',
    packages: ['pypi:openai-agents'],
    program: 'openai_agents.py strict',
  },
  'python-agents-loose': {
    name: 'openai-agents {0} (Python), `strict_json_schema=False`',
    packages: ['pypi:openai-agents'],
    program: 'openai_agents.py loose',
  },
  'python-google-json-schema': {
    name: 'google-genai {0} (Python), `parameters_json_schema`',
    packages: ['pypi:google-genai'],
    program: 'gemini.py json_schema',
  },
  'python-google-from-json-schema': {
    name: 'google-genai {0} (Python), `from_json_schema`',
    packages: ['pypi:google-genai'],
    program: 'gemini.py from_json_schema',
  },
  'python-google-parameters': {
    name: 'google-genai {0} (Python), `parameters`',
    packages: ['pypi:google-genai'],
    program: 'gemini.py parameters',
  },
  'python-langchain-openai': {
    name: 'LangChain (Python) {0}, OpenAI {1}',
    packages: ['pypi:langchain-core', 'pypi:langchain-openai'],
    program: 'chains.py openai',
  },
  'python-langchain-anthropic': {
    name: 'LangChain (Python) {0}, Anthropic {1}',
    packages: ['pypi:langchain-core', 'pypi:langchain-anthropic'],
    program: 'chains.py anthropic',
  },
  'python-langchain-google': {
    name: 'LangChain (Python) {0}, Google {1}',
    packages: ['pypi:langchain-core', 'pypi:langchain-google-genai'],
    program: 'chains.py google',
  },
  llguidance: { name: 'llguidance {0}', packages: ['pypi:llguidance'], program: 'decoders.py llguidance' },
  'outlines-core': { name: 'outlines-core {0}', packages: ['pypi:outlines-core'], program: 'decoders.py outlines' },
  ajv: { name: 'Ajv {0}, `strict: true`', packages: ['ajv', 'ajv-formats'], program: 'schemas.mjs ajv' },
  zod: { name: 'zod {0}, `fromJSONSchema`', packages: ['zod'], program: 'schemas.mjs zod' },
  rules: { name: 'Public rules of the providers', packages: [], program: 'rules.mjs rules' },
};

/** @typedef {{ name: string, package: string, program: string }} Maker */

/** @type {Readonly<Record<string, Maker>>} what makes tools of a document */
export const MAKERS = {
  ours: { name: 'endpoint.js', package: 'endpoint.js', program: 'ours.mjs' },
  fastmcp: { name: 'fastmcp', package: 'pypi:fastmcp', program: 'fastmcp_tools.py' },
  'openapi-mcp-generator': {
    name: 'openapi-mcp-generator',
    package: 'openapi-mcp-generator',
    program: 'openapi-mcp-generator.mjs',
  },
};
