import ipaddr from 'ipaddr.js';

const SUBSCRIBER_BITS = 64;

/**
 * The part of a network address that stands for one caller: an IPv4 address (also when it comes mapped into IPv6),
 * or the /64 of an IPv6 address, since a subscriber has a whole /64 to choose from.
 * @param address as the socket or a trusted proxy gives it
 */
export function callerAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SUBSCRIBER_BITS}`).toString()}/${SUBSCRIBER_BITS}`;
}
