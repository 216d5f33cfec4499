import { BlockList, isIPv4, isIPv6, isIP, type LookupFunction } from 'node:net';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';

// The registries of special-purpose addresses (RFC 6890, at IANA) and multicast: no public server has one.
const special4: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network, and unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers (CGNAT, RFC 6598)
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local: the metadata services of clouds are here
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, deprecated
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

const special6: readonly [address: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments, among them Teredo, which carries IPv4 addresses
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries IPv4 addresses
  ['3fff::', 20], // documentation
];

// The public ranges of IPv6 make a shorter list: loopback, unique local (fc00::/7), link-local, multicast are outside of them.
const global6: readonly [address: string, prefix: number][] = [
  ['2000::', 3], // global unicast
  ['64:ff9b::', 96], // IPv4 through NAT64 (RFC 6052), checked as IPv4 below
  ['::ffff:0:0', 96], // IPv4-mapped, which BlockList checks by its rules for IPv4
];

const special = new BlockList();
for (const [address, prefix] of special4) {
  special.addSubnet(address, prefix, 'ipv4');
  special.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6');
}
for (const [address, prefix] of special6) special.addSubnet(address, prefix, 'ipv6');

const global = new BlockList();
for (const [address, prefix] of global6) global.addSubnet(address, prefix, 'ipv6');

/**
 * Whether an IP address is one of the public internet: neither private, shared, loopback, link-local, unspecified,
 * multicast nor reserved, nor an IPv6 form of such an IPv4 address. A text that isn't an IP address isn't public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // A zone, as in fe80::1%eth0, is for link-local addresses only.
  return isIPv6(address) && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * Finds the addresses of a host: the host itself where it is an address, else those of the resolver.
 *
 * A resolver is foreign code with a callback. It may throw, call back twice or never, with an address or a list of them, or with
 * something else: in each case this resolves, rejects or stays pending.
 *
 * @param hostname as in a URL
 * @param lookup with the signature of `dns.lookup`
 */
export async function resolveHost(
  hostname: string,
  lookup: LookupFunction = systemLookup,
): Promise<readonly LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  if (family !== 0) return [{ address: literal, family }];
  const found = await new Promise<unknown>((resolve, reject) => {
    lookup(literal, { all: true }, (error, address) => (error ? reject(error) : resolve(address)));
  });
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  const addresses = list.flatMap(readAddress);
  if (addresses.length > 0 && addresses.length === list.length) return addresses;
  throw Object.assign(new Error('The resolver found no address.'), { code: 'ENODATA' });
}

/** Reads an entry in either of the forms of `dns.lookup`; anything else has no address. */
function readAddress(entry: unknown): LookupAddress[] {
  const address: unknown = typeof entry === 'object' && entry !== null && 'address' in entry ? entry.address : entry;
  const family = typeof address === 'string' ? isIP(address) : 0;
  return typeof address === 'string' && family !== 0 ? [{ address, family }] : [];
}

/** Makes a resolver that finds these addresses for any name. */
export function createFixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error('There is no address.'), { code: 'ENODATA' }), '');
  };
}
