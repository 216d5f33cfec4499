import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/**
 * The addresses of a host: itself where it is one, else what the resolver finds.
 *
 * A resolver is code of others behind a callback. It may throw, call back twice or never, with an address or a list of them,
 * or with something else: whatever it does, this resolves, rejects or stays pending.
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
  const addresses = list.flatMap(addressIn);
  if (addresses.length > 0 && addresses.length === list.length) return addresses;
  throw Object.assign(new Error('The resolver gave no address.'), { code: 'ENODATA' });
}

/** The address in an entry, in either of the forms that `dns.lookup` has; none in anything else. */
function addressIn(entry: unknown): LookupAddress[] {
  const address: unknown = typeof entry === 'object' && entry !== null && 'address' in entry ? entry.address : entry;
  const family = typeof address === 'string' ? isIP(address) : 0;
  return typeof address === 'string' && family !== 0 ? [{ address, family }] : [];
}

/** A resolver that finds these addresses, whatever the name. */
export function resolvedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error('There is no address.'), { code: 'ENODATA' }), '');
  };
}
