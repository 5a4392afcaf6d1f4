import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const SUBSCRIBER_BITS = 64;
/** Networks of IPv6 whose addresses carry an IPv4 address, and the byte at which it begins. */
const WITH_IPV4 = [
  { network: '64:ff9b::', bits: 96, firstByte: 12 },
  { network: '2002::', bits: 16, firstByte: 2 },
].map(({ network, ...rest }) => ({ network: ipaddr.IPv6.parse(network), ...rest }));
/** The largest network that providers commonly give to one customer (RFC 6177). */
const NETWORK_BITS = 48;
/** Of an IPv4 address in the list of sessions. */
const SHOWN_IPV4_BITS = 24;

/**
 * An address as a proxy may write it in X-Forwarded-For, without its brackets and port: `192.0.2.1:5556`,
 * `[2001:db8::1]:443`.
 * @returns undefined for text that is no address
 */
export function bareAddress(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\]|([\d.]+)(?=:))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The part of a network address that identifies one caller: an IPv4 address, or the /64 of an IPv6 address, because a
 * subscriber has a whole /64 to choose from. An IPv6 address that carries an IPv4 address counts as that one: mapped
 * (RFC 4291), translated by the well-known prefix of NAT64 (RFC 6052) and 6to4 (RFC 3056).
 * @param address as the socket or a trusted proxy gives it
 */
export function callerAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const ipv6 = parsed as ipaddr.IPv6;
  const { firstByte } = WITH_IPV4.find(({ network, bits }) => ipv6.match(network, bits)) ?? {};
  if (firstByte === undefined) return networkAddress(ipv6, SUBSCRIBER_BITS);
  const bytes = ipv6.toByteArray();
  return bytes.slice(firstByte, firstByte + 4).join('.');
}

/**
 * The /48 around the /64 of a caller; undefined for IPv4.
 * @param address as `callerAddress` gives it
 */
export function networkOf(address: string): string | undefined {
  const [host = ''] = address.split('/');
  return ipaddr.IPv6.isValid(host) ? networkAddress(ipaddr.IPv6.parse(host), NETWORK_BITS) : undefined;
}

/**
 * The network of an address without the part that identifies its user: an IPv4 /24 or an IPv6 /48.
 * @param address as the socket or a trusted proxy gives it, or as `callerAddress` gives it
 * @returns such as `192.0.2.0/24`; undefined for text that is no address
 */
export function approximateNetwork(address: string): string | undefined {
  const caller = callerAddress(address);
  if (!ipaddr.IPv4.isValid(caller)) return networkOf(caller);
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${caller}/${SHOWN_IPV4_BITS}`).toString()}/${SHOWN_IPV4_BITS}`;
}

function networkAddress(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
