/** Tokens that say what they are: of GitHub, GitLab, Slack, Stripe and OpenAI, AWS, Google, npm; JSON Web Tokens. */
const KNOWN =
  /\b(?:gh[opsur]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{20,64}|xox[abeoprs]-[\w-]{10,250}|[prs]k[-_](?:live|test|proj|ant)[-_][\w-]{16,200}|AKIA[A-Z\d]{16}|AIza[\w-]{35}|npm_\w{36}|eyJ[\w-]{10,300}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000})/;
/** Names of parameters that hold nothing else. */
const NAMED =
  /^(?:access_?token|api_?key|auth_?token|bearer_?token|client_?secret|passw(?:or)?d|private_?token|secret|token)$/i;

/** A value that is a credential, by its own look or by its parameter's name. */
export const isSecret = (name: string, value: string): boolean =>
  KNOWN.test(value) || (NAMED.test(name) && /^\S{8,}$/.test(value));

/** Where in a text a credential stands. */
export function findSecret(text: string): { readonly start: number; readonly end: number } | undefined {
  const match = KNOWN.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : undefined;
}
