import { absoluteUrl, findField, listAbsent, type Message } from '../../adapters/message.js';
import { escapeBraced, quoteSingle } from '../languages/literals.js';
import { addLines, type Target } from '../target.js';

/** The text as a string literal of Ruby. */
export const quoteRuby = (text: string) => quoteSingle(text, escapeBraced, /["#]/g);

/** The arguments of `Net::HTTP.start`, which expects an IPv6 address without brackets. */
function connectionCode(origin: string) {
  const { protocol, hostname, port } = new URL(origin);
  const host = quoteRuby(hostname.replace(/^\[|\]$/g, ''));
  const isSecure = protocol === 'https:';
  return `${host}, ${port || (isSecure ? 443 : 80)}${isSecure ? ', use_ssl: true' : ''}`;
}

/** Ruby has no class for QUERY. */
function requestCode({ method, target, body }: Message) {
  if (method === 'QUERY')
    return `Net::HTTPGenericRequest.new('QUERY', ${body !== undefined}, true, ${quoteRuby(target)})`;
  return `Net::HTTP::${method[0] + method.slice(1).toLowerCase()}.new(${quoteRuby(target)})`;
}

/** A script for Ruby, with `net/http` of its standard library. */
export const ruby = {
  target: 'ruby',
  label: 'Ruby (net/http)',
  language: 'ruby',
  file: 'request.rb',
  convert(message) {
    const { method, origin, headers, body } = message;
    absoluteUrl(message, 'Ruby');
    // Net::HTTP gives an empty body to these methods.
    const hasBody = body !== undefined || /^(?:POST|PUT|PATCH)$/.test(method);
    return `require 'net/http'

request = ${requestCode(message)}${addLines('', [
      ...headers.map(([name, value]) => `request[${quoteRuby(name)}] = ${quoteRuby(value)}`),
      // The fields that Net::HTTP adds when the request is made.
      ...listAbsent(message, ['accept', 'accept-encoding', 'user-agent']).map((name) => `request.delete('${name}')`),
      hasBody &&
        findField(message, 'content-type') === undefined &&
        'def request.supply_default_content_type; end # keeps Ruby from adding a content-type',
      body && `request.body = ${quoteRuby(body.text)}`,
    ])}
response = Net::HTTP.start(${connectionCode(origin)}) { |http| http.request(request) }
puts "#{response.code} #{response.body}"
`;
  },
} as const satisfies Target;
