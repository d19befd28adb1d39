const IPV6_NETWORK_GROUPS = 4;

/**
 * The network that a request comes from: an IPv4 address, or the first half of an IPv6 one, of which one household has the rest.
 * `proxies`: how many reverse proxies of ours it has passed, each of which appends to `X-Forwarded-For`; what others write there is not believed.
 */
export function networkOf(socketAddress: string, forwardedFor: string | undefined, proxies: number): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const address = (proxies > 0 && hops.at(-proxies)) || socketAddress;
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  return address.includes(':') && address !== '::1' ? groupsOf(address).slice(0, IPV6_NETWORK_GROUPS).join(':') : address;
}

/** The eight groups of an IPv6 address, with what `::` leaves out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
