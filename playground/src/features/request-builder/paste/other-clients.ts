import { UnreadableError } from './reading.js';

/** Clients whose calls and commands aren't read, by what their texts contain; the first that matches is named. */
const CLIENTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['`httpx` (Python)', /\bhttpx\.(?:get|post|put|patch|delete|head|options|request|stream|Client|AsyncClient)\s*\(|^\s*(?:import|from)\s+httpx\b/m], // prettier-ignore
  ['`aiohttp` (Python)', /^\s*(?:import|from)\s+aiohttp\b|\baiohttp\.\w+\(/m],
  ['`urllib` (Python)', /^\s*(?:import|from)\s+urllib3?\b|\burllib\.request\b/m],
  ['`http.client` (Python)', /^\s*(?:import|from)\s+http\.client\b/m],
  ['`requests` (Python)', /\brequests\.(?:get|post|put|patch|delete|head|options|request|[Ss]ession)\s*\(|^\s*(?:import|from)\s+requests\b/m], // prettier-ignore
  ['curl of PHP', /\bcurl_init\s*\(/],
  ['Guzzle', /\bGuzzleHttp\\|new\s+\\?GuzzleHttp/],
  ['`net/http` (Go)', /\bhttp\.(?:NewRequest(?:WithContext)?|Get|Post|PostForm)\(|"net\/http"/],
  ['`Net::HTTP` (Ruby)', /\bNet::HTTP\b/],
  ['Faraday', /\bFaraday\.(?:new|get|post)\b/],
  ['OkHttp', /\bOkHttpClient\b/],
  ['`HttpClient` (Java)', /\bHttpClient\.newHttpClient\b|\bHttpRequest\.newBuilder\b|\bUnirest\.\w+\(/],
  ['`HttpClient` (.NET)', /\bnew\s+(?:HttpClient|HttpRequestMessage|RestClient|RestRequest)\b/],
  ['reqwest', /\breqwest::/],
  ['URLSession', /\bURLSession\.shared\b|\bURLRequest\(/],
  ['`XMLHttpRequest`', /\bnew\s+XMLHttpRequest\b/],
  ['`ky`', /\bky(?:\.(?:get|post|put|patch|delete|head|create|extend))?\s*\(/],
  ['`got`', /\bgot(?:\.(?:get|post|put|patch|delete|head|stream|extend|paginate))?\s*\(/],
  ['`superagent`', /\b(?:superagent|supertest)\b/],
  ['`$fetch`', /(?:^|[^\w$])\$fetch\s*\(|\bofetch\s*\(|\buseFetch\s*\(/],
  ['`request`', /(?:^|[^.\w$])request(?:\.(?:get|post|put|patch|delete|head|defaults))?\s*\(/m],
  ['jQuery', /(?:\$|\bjQuery)\.(?:ajax|get|post|getJSON)\s*\(/],
  ['Node’s `http`', /\bhttps?\.(?:request|get)\s*\(/],
  ['wget', /^[ \t]*(?:[$%>#][ \t]+)?wget\s/m],
  ['HTTPie', /^[ \t]*(?:[$%>#][ \t]+)?https?[ \t]+\S/m],
  ['xh', /^[ \t]*(?:[$%>#][ \t]+)?xhs?[ \t]+\S/m],
  ['`gh api`', /^[ \t]*(?:[$%>#][ \t]+)?gh[ \t]+api[ \t]/m],
];

/** A sentence that names the client of a text; undefined for an unknown one. */
export function nameOtherClient(text: string): string | undefined {
  const name = CLIENTS.find(([, pattern]) => pattern.test(text))?.[0];
  return name === undefined ? undefined : `This text is for ${name}, which isn’t read.`;
}

/** Commands, a prompt, lines that a backtick continues, and variables of PowerShell. */
const POWERSHELL =
  /(?:^|[\n;=|({&][^\S\n]*)(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s|^[ \t]*PS [^>\n]*>|\bcurl\b[^\n]*`[ \t]*\r?\n|\$env:|\bcurl\.exe\b[^\n]*(?:'|\s--%\s)|^[ \t]*\$\w+[ \t]*=[^=][^]*\bcurl(?:\.exe)?\s/im;

export const isPowerShell = (text: string): boolean => POWERSHELL.test(text);

export function refusePowerShell(): never {
  throw new UnreadableError('PowerShell isn’t read; copy the request as cURL (bash) instead.');
}
