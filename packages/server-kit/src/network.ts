import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Where a request came from, as its server sees it. */
export interface Connection {
  /** The address at the other end of the socket; behind a proxy, the proxy's. */
  socket: string;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
}

/** Headers that a proxy adds; a browser sends none of them. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
/** Sockets that belong to a proxy of ours or to this network, never to a visitor from outside. */
const INSIDE = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
  'unspecified',
]);

/** Whether some proxy has passed the request on, configured or not. */
const isForwarded = ({ header }: Pick<Connection, 'header'>): boolean =>
  FORWARDING.some((name) => header(name) !== undefined);

/**
 * The address of whoever made the request, past so many reverse proxies of ours, each of which appends to `X-Forwarded-For`.
 * Null when it is not known: the header is not an address, or a proxy that nobody configured stands in between.
 */
function clientAddress(connection: Connection, proxies: number): Address | null {
  const hops = (connection.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const forwarded = proxies > 0 && hops.at(-proxies);
  if (forwarded) return parse(forwarded);
  const socket = parse(connection.socket);
  return socket && proxies === 0 && INSIDE.has(socket.range()) && isForwarded(connection)
    ? null
    : socket;
}

/** An address as proxies write it: also with a port, in brackets, with a zone, or as an IPv4 one within IPv6. */
function parse(text: string): Address | null {
  const [, bracketed, dotted = bracketed ?? text] =
    /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const [bare = ''] = dotted.split('%');
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}

const cut = (address: Address, v4: number, v6: number): string => {
  if (address instanceof ipaddr.IPv4)
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${v4}`)}/${v4}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${v6}`)}/${v6}`;
};

/** Whose attempts are counted together: an IPv4 address, or the /48 that one customer may have of IPv6. Null: not known. */
export function callerOf(connection: Connection, proxies: number): string | null {
  const address = clientAddress(connection, proxies);
  return address && cut(address, 32, 48);
}

/** Whose word counts once: neighbours in a /24 or a /48 are taken for one. Null: not known. */
export function networkOf(connection: Connection, proxies: number): string | null {
  const address = clientAddress(connection, proxies);
  return address && cut(address, 24, 48);
}

/** Looks at each request; says once that a proxy passes them on although none is configured: then nobody knows who asks, and limits hold for all together. */
export function watchForProxy(
  proxies: number,
  log: (line: string) => void,
): (request: Pick<Connection, 'header'>) => void {
  let warned = proxies > 0;
  return (request) => {
    if (warned || !isForwarded(request)) return;
    warned = true;
    log(
      'X-Forwarded-For arrives, so a proxy stands before this server, but TRUSTED_PROXIES is 0: visitors cannot be told apart',
    );
  };
}
