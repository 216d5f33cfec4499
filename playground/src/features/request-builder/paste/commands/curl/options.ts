/** The options of curl, and their use here. */
import table from './options.json' with { type: 'json' };

const split = (names: string): readonly string[] => names.split(' ');
const WITH_VALUE: ReadonlySet<string> = new Set(split(table.withValue));
const WITHOUT_VALUE: ReadonlySet<string> = new Set(split(table.withoutValue));
const WITHOUT_NO: ReadonlySet<string> = new Set(split(table.withoutNo));
const LETTERS: ReadonlyMap<string, string> = new Map(
  split(table.letters).map((text) => [text.charAt(0), text.slice(1)] as const),
);

/** Options that change neither the method, the URL, the headers nor the body of a request, for the reason before each group. */
export const HARMLESS: ReadonlySet<string> = new Set(
  [
    // They belong to the proxy, which is named itself.
    'noproxy proxy-anyauth proxy-basic proxy-ca-native proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers',
    'proxy-crlfile proxy-digest proxy-http2 proxy-http3 proxy-insecure proxy-key proxy-key-type proxy-negotiate proxy-ntlm',
    'proxy-pass proxy-pinnedpubkey proxy-service-name proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers',
    'proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-tlsv1 proxy-user proxytunnel socks5-basic socks5-gssapi',
    'socks5-gssapi-nec socks5-gssapi-service suppress-connect-headers',
    // They are of protocols other than HTTP.
    'compressed-ssh create-file-mode disable-eprt disable-epsv eprt epsv ftp-account ftp-alternative-to-user',
    'ftp-create-dirs ftp-method ftp-pasv ftp-port ftp-pret ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-ccc-mode',
    'ftp-ssl-control ftp-ssl-reqd hostpubmd5 hostpubsha256 knownhosts krb krb4 list-only pubkey quote ssl ssl-reqd',
    'telnet-option tftp-blksize tftp-no-options',
    // They are about output, messages and files.
    'append buffer clobber compressed cookie-jar create-dirs disable dump-header etag-save fail fail-early fail-with-body',
    'ignore-content-length include junk-session-cookies libcurl max-filesize out-null output output-dir progress-bar',
    'progress-meter raw remote-header-name remote-name remote-name-all remote-time remove-on-error show-error show-headers',
    'silent skip-existing stderr styled-output trace trace-ascii trace-config trace-ids trace-time verbose write-out xattr',
    // They are about time, speed, repetition and order.
    'connect-timeout expect100-timeout happy-eyeballs-timeout-ms keepalive keepalive-cnt keepalive-time limit-rate max-time',
    'parallel parallel-immediate parallel-max parallel-max-host rate retry retry-all-errors retry-connrefused retry-delay',
    'retry-max-time speed-limit speed-time tcp-fastopen tcp-nodelay',
    // They are about redirects, which `fetch` follows.
    'follow location location-trusted max-redirs post301 post302 post303 proto-redir',
    // They are about how a name is resolved and connected to.
    'dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-cert-status doh-insecure doh-url interface ip-tos ipv4 ipv6',
    'local-port mptcp sessionid vlan-priority',
    // They choose the version of HTTP.
    'http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only',
    // They check the server, which a browser does itself, or choose the version of TLS.
    'alpn ca-native cacert capath cert-status ciphers crlfile curves ech egd-file engine false-start insecure npn',
    'pinnedpubkey random-file sigalgs ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-revoke-best-effort',
    'ssl-sessions sslv2 sslv3 tls-earlydata tls-max tls13-ciphers tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3',
    // They count with another option only, which is named.
    'basic cert-type form-escape key-type pass proto',
  ].flatMap(split),
);

/** Options with a body. */
export const DATA: ReadonlySet<string> = new Set(split('data data-ascii data-raw data-binary data-urlencode json'));

/** All options that are read. */
export const READ: ReadonlySet<string> = new Set([
  ...DATA,
  ...split('request header user oauth2-bearer user-agent referer cookie range url-query form form-string upload-file'),
  ...split('proto-default get head globoff path-as-is'),
]);

/** Schemes of authentication other than Basic and Bearer, which aren’t read: their secrets go nowhere. */
export const AUTHENTICATION: ReadonlySet<string> = new Set(split('anyauth aws-sigv4 digest negotiate ntlm ntlm-wb'));

/** Options whose value is a number: curl refuses any other. */
export const NUMBERS: ReadonlySet<string> = new Set(
  split(
    'connect-timeout expect100-timeout happy-eyeballs-timeout-ms keepalive-cnt keepalive-time max-time parallel-max parallel-max-host ' +
      'retry retry-delay retry-max-time speed-limit speed-time tftp-blksize vlan-priority',
  ),
);

/** An option by its long name. */
export interface Option {
  readonly name: string;
  readonly hasValue: boolean;
}

/** The option of a long name, or of a letter; undefined if curl has none. */
export function findOption(text: string): Option | undefined {
  const name = text.length === 1 ? LETTERS.get(text) : text;
  if (name === undefined || !(WITH_VALUE.has(name) || WITHOUT_VALUE.has(name))) return undefined;
  return { name, hasValue: WITH_VALUE.has(name) };
}

/** Whether an option can be switched off by `--no-`. */
export function hasNoForm({ name, hasValue }: Option): boolean {
  return !hasValue && !WITHOUT_NO.has(name);
}

/** The names of all options. */
export function listOptionNames(): readonly string[] {
  return [...WITH_VALUE, ...WITHOUT_VALUE];
}
