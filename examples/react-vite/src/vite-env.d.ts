interface ImportMetaEnv {
  /** The API; GitHub's by default. */
  readonly VITE_API_URL?: string;
  /** The call service; that of `npx endpoint.js-server` by default. */
  readonly VITE_CALL_HOST?: string;
}
