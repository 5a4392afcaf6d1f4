import ipaddr from 'ipaddr.js';

/** The widest network that may be named, so that a slip does not mean half of the Internet. */
const MIN_BITS = { ipv4: 8, ipv6: 16 } as const;
/** A caller is an IPv4 address, or the /64 of an IPv6 address. */
const MAX_BITS = { ipv4: 32, ipv6: 64 } as const;

/**
 * The canonical form of a network in CIDR notation, or of a single address: `203.0.113.7` is `203.0.113.7/32`, and an
 * IPv6 address its /64.
 * @throws Error that says what the text must be
 */
export function canonicalNetwork(text: string): string {
  const isSingle = ipaddr.isValid(text);
  if (!isSingle && !ipaddr.isValidCIDR(text)) throw new Error('must be an address or a network such as 203.0.113.0/24');
  const [address, given] = isSingle ? [ipaddr.parse(text), Number.POSITIVE_INFINITY] : ipaddr.parseCIDR(text);
  const kind = address.kind();
  const bits = isSingle ? MAX_BITS[kind] : given;
  if (bits < MIN_BITS[kind] || bits > MAX_BITS[kind]) {
    throw new Error(`must have a prefix of /${MIN_BITS[kind]} to /${MAX_BITS[kind]}`);
  }
  return maskedTo(address, bits);
}

/**
 * Compiles networks: one look-up for each length of prefix, however many networks there are.
 * @param networks canonical
 * @returns finds the narrowest network around a caller's address, as `callerAddress` gives it
 */
export function compileNetworks<T>(networks: readonly (readonly [network: string, value: T])[]) {
  const byNetwork = new Map(networks);
  const lengths = { ipv4: new Set<number>(), ipv6: new Set<number>() };
  for (const [network] of networks) lengths[network.includes(':') ? 'ipv6' : 'ipv4'].add(Number(network.split('/')[1]));
  const descending = (bits: Set<number>) => [...bits].sort((a, b) => b - a);
  const ordered = { ipv4: descending(lengths.ipv4), ipv6: descending(lengths.ipv6) };
  return (caller: string): T | undefined => {
    const [host = ''] = caller.split('/');
    if (byNetwork.size === 0 || !ipaddr.isValid(host)) return undefined;
    const address = ipaddr.parse(host);
    const length = ordered[address.kind()].find((bits) => byNetwork.has(maskedTo(address, bits)));
    return length === undefined ? undefined : byNetwork.get(maskedTo(address, length));
  };
}

function maskedTo(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const cidr = `${address.toString()}/${bits}`;
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}
