/** The first characters decide: a dropped file may have megabytes. */
const START = 4000;

/** Whether a text is a collection of requests: HAR, Postman, Bruno or OpenCollection. A quick check without parsing. */
export function isCollection(text: string): boolean {
  const start = text.slice(0, START);
  if (/^\s*\{/.test(start)) {
    if (/"(?:openapi|swagger)"\s*:\s*"/.test(start)) return false;
    return /"log"\s*:\s*\{|"_postman_id"\s*:|getpostman\.com|"item"\s*:\s*\[|"brunoConfig"\s*:|"items"\s*:\s*\[[^]*"request"\s*:/.test(
      start,
    );
  }
  if (/^opencollection\s*:/m.test(start)) return true;
  return /^(?:meta|get|post|put|delete|patch|options|head|http)\s*\{\s*$/m.test(start);
}

/** What a dropped file is: requests to read into the form, an OpenAPI document, or something else. */
export type FileKind = 'requests' | 'openapi' | 'unknown';

const REQUEST_FILE = /\.(?:har|bru|http|rest|curl|sh|cmd|bat|ps1|js|mjs|ts)$/i;

/** Decides by name and text what a dropped file is. */
export function detectFile(name: string, text: string): FileKind {
  if (isCollection(text)) return 'requests';
  const start = text.slice(0, START);
  if (/^\s*(?:\{[^]*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m.test(start)) return 'openapi';
  if (REQUEST_FILE.test(name)) return 'requests';
  if (/\.(?:json|ya?ml)$/i.test(name))
    return /"(?:request|log|item|items)"\s*:|^(?:info|http)\s*:/m.test(text) ? 'requests' : 'openapi';
  return /\.txt$/i.test(name) || !name.includes('.') ? 'requests' : 'unknown';
}
