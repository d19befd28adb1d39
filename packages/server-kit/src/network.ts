import ipaddr from 'ipaddr.js';
import type { LogLine } from './log';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Connection {
  /** Remote address of the socket; behind a proxy, the proxy's. */
  socket: string;
  header(name: string): string | undefined;
}

/** Added by proxies, never sent by browsers. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
const INTERNAL_RANGES = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
  'unspecified',
]);

/** True for an address that is not on the public internet. False for a host name. */
export function isInternalAddress(host: string): boolean {
  const address = parse(host);
  return address !== null && address.range() !== 'unicast';
}

const isForwarded = ({ header }: Pick<Connection, 'header'>): boolean =>
  FORWARDING_HEADERS.some((name) => header(name) !== undefined);

/** Returns the client's address behind `proxies` trusted proxies; null if the header is no address, or if an unconfigured proxy forwarded the request. */
function clientAddress(connection: Connection, proxies: number): Address | null {
  const hops = (connection.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const forwarded = proxies > 0 && hops.at(-proxies);
  if (forwarded) return parse(forwarded);
  const socket = parse(connection.socket);
  return socket && proxies === 0 && INTERNAL_RANGES.has(socket.range()) && isForwarded(connection)
    ? null
    : socket;
}

/** Parses an address as proxies write it: with a port, in brackets, with a zone, or IPv4 mapped to IPv6. */
function parse(text: string): Address | null {
  const [, bracketed, dotted = bracketed ?? text] =
    /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const [bare = ''] = dotted.split('%');
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}

const toNetwork = (address: Address, v4: number, v6: number): string => {
  if (address instanceof ipaddr.IPv4)
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${v4}`)}/${v4}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${v6}`)}/${v6}`;
};

/** Returns the key of a client for rate limiting: its IPv4 address, or its IPv6 /48 (one customer's allocation). Null if unknown. */
export function getCaller(connection: Connection, proxies: number): string | null {
  const address = clientAddress(connection, proxies);
  return address && toNetwork(address, 32, 48);
}

/** Returns the network whose reports count once: an IPv4 /24 or an IPv6 /48. Null if unknown. */
export function getNetwork(connection: Connection, proxies: number): string | null {
  const address = clientAddress(connection, proxies);
  return address && toNetwork(address, 24, 48);
}

/** Returns a check of requests. It warns once about an unconfigured proxy, because all clients then share one rate limit. */
export function watchForProxy(
  proxies: number,
  log: LogLine,
): (request: Pick<Connection, 'header'>) => void {
  let warned = proxies > 0;
  return (request) => {
    if (warned || !isForwarded(request)) return;
    warned = true;
    log(
      'X-Forwarded-For arrives, but TRUSTED_PROXIES is 0: client addresses are unknown and all clients share one rate limit; set TRUSTED_PROXIES to the number of proxies',
      { code: 'proxy.not_trusted' },
    );
  };
}
