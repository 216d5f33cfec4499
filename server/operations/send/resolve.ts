import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

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
