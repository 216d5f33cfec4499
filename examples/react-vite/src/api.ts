import { createEndpoint, type ResponseOf } from 'endpoint.js';

/** The routes that this page uses. For all routes of an API: `npx endpoint.js types openapi.yaml`. */
interface Routes {
  'GET /repos/{owner}/{repo}/issues': {
    path: { owner: string; repo: string };
    query?: { labels?: string[]; per_page?: number };
    responses: { 200: { id: number; number: number; title: string; html_url: string }[] };
  };
}

declare global {
  interface ImportMetaEnv {
    /** The API; GitHub's by default. */
    readonly VITE_API_URL?: string;
    /** The call service; that of `npx endpoint.js-server` by default. */
    readonly VITE_CALL_HOST?: string;
  }
}

export type Issue = ResponseOf<Routes, 'GET /repos/{owner}/{repo}/issues'>[number];

/** Builds requests of these routes alone, with their parameters: anything else is an error of the compiler. */
export const api = createEndpoint<Routes>({
  vendor: 'github',
  baseUrl: import.meta.env.VITE_API_URL ?? 'https://api.github.com',
});
