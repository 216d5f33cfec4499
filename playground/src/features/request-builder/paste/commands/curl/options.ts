/** The options of curl, and their use here. */
import table from './options.json' with { type: 'json' };

const split = (names: string): readonly string[] => names.split(' ');
const WITH_VALUE: ReadonlySet<string> = new Set(split(table.withValue));
const WITHOUT_VALUE: ReadonlySet<string> = new Set(split(table.withoutValue));
const WITHOUT_NO: ReadonlySet<string> = new Set(split(table.withoutNo));
const LETTERS: ReadonlyMap<string, string> = new Map(
  split(table.letters).map((text) => [text.charAt(0), text.slice(1)] as const),
);

/** Options that change neither the method, the URL, the headers nor the body of a request. */
export const HARMLESS: ReadonlySet<string> = new Set(
  (
    'alpn append basic buffer ca-native cacert capath cert cert-status cert-type ciphers clobber compressed compressed-ssh ' +
    'connect-timeout cookie-jar create-dirs create-file-mode crlfile curves disable disable-eprt disable-epsv dns-interface ' +
    'dns-ipv4-addr dns-ipv6-addr dns-servers doh-cert-status doh-insecure doh-url dump-header ech egd-file engine eprt epsv etag-save ' +
    'expect100-timeout fail fail-early fail-with-body false-start follow form-escape ftp-account ftp-alternative-to-user ' +
    'ftp-create-dirs ftp-method ftp-pasv ftp-port ftp-pret ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-ccc-mode ftp-ssl-control ' +
    'ftp-ssl-reqd happy-eyeballs-timeout-ms hostpubmd5 hostpubsha256 http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 ' +
    'http3-only ignore-content-length include insecure interface ip-tos ipv4 ipv6 junk-session-cookies keepalive keepalive-cnt ' +
    'keepalive-time key key-type knownhosts krb krb4 libcurl limit-rate list-only local-port location location-trusted max-filesize ' +
    'max-redirs max-time mptcp noproxy npn out-null output output-dir parallel parallel-immediate parallel-max parallel-max-host pass ' +
    'pinnedpubkey post301 post302 post303 progress-bar progress-meter proto proto-redir proxy-anyauth proxy-basic ' +
    'proxy-ca-native proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-digest proxy-http2 ' +
    'proxy-http3 proxy-insecure proxy-key proxy-key-type proxy-negotiate proxy-ntlm proxy-pass proxy-pinnedpubkey proxy-service-name ' +
    'proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-tlsv1 ' +
    'proxy-user proxytunnel pubkey quote random-file rate raw remote-header-name remote-name remote-name-all remote-time ' +
    'remove-on-error retry retry-all-errors retry-connrefused retry-delay retry-max-time sessionid show-error show-headers ' +
    'sigalgs silent skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec socks5-gssapi-service ' +
    'speed-limit speed-time ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort ' +
    'ssl-sessions sslv2 sslv3 stderr styled-output suppress-connect-headers tcp-fastopen tcp-nodelay telnet-option tftp-blksize ' +
    'tftp-no-options tls-earlydata tls-max tls13-ciphers tlsauthtype tlspassword tlsuser tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 trace ' +
    'trace-ascii trace-config trace-ids trace-time verbose vlan-priority write-out xattr'
  ).split(' '),
);

/** Options whose value is a number: curl refuses any other. */
export const NUMBERS: ReadonlySet<string> = new Set(
  (
    'connect-timeout expect100-timeout happy-eyeballs-timeout-ms keepalive-cnt keepalive-time max-time parallel-max parallel-max-host ' +
    'retry retry-delay retry-max-time speed-limit speed-time tftp-blksize vlan-priority'
  ).split(' '),
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
