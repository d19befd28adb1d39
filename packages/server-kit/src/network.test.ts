import { expect, test } from 'vitest';
import { getCaller, getNetwork } from './network';

const from = (socket: string, headers: Record<string, string | undefined> = {}) => ({
  socket,
  header: (name: string) => headers[name],
});
const forwarded = (socket: string, hops: string | undefined) =>
  from(socket, { 'x-forwarded-for': hops });

test.each([
  ['203.0.113.7', undefined, 0, '203.0.113.7/32'],
  ['203.0.113.7', '198.51.100.1', 0, '203.0.113.7/32'], // no trusted proxy: any client can send the header
  ['10.0.0.1', '198.51.100.1', 1, '198.51.100.1/32'],
  ['10.0.0.1', '192.0.2.9, 198.51.100.1', 1, '198.51.100.1/32'],
  ['10.0.0.1', '192.0.2.9, 198.51.100.1 , 10.0.0.2', 2, '198.51.100.1/32'],
  ['10.0.0.1', '198.51.100.1', 2, '10.0.0.1/32'], // fewer hops than trusted proxies
  ['10.0.0.1', undefined, 1, '10.0.0.1/32'],
  ['10.0.0.1', '198.51.100.1:50123', 1, '198.51.100.1/32'],
  ['10.0.0.1', '[2001:db8:0:1::7]:50123', 1, '2001:db8::/48'],
  ['10.0.0.1', '[2001:db8:0:1::7]', 1, '2001:db8::/48'],
  ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7/32'],
  ['::1', undefined, 0, '::/48'],
  ['127.0.0.1', undefined, 0, '127.0.0.1/32'],
  ['2001:db8:0:1::7', undefined, 0, '2001:db8::/48'],
  ['2001:0DB8::1:0:0:0:9', undefined, 0, '2001:db8::/48'],
  ['fe80::3:4:5%eth0', undefined, 0, 'fe80::/48'],
  ['', undefined, 0, null],
])('counts %s, forwarded for %s, behind %i proxies as %s', (socket, hops, proxies, caller) => {
  expect(getCaller(forwarded(socket, hops), proxies)).toBe(caller);
});

test('ignores the port of a client', { tags: ['@fault-11.18'] }, () => {
  const callers = Array.from({ length: 50 }, (_, n) => [
    getCaller(forwarded('10.0.0.1', `198.51.100.1:${50_000 + n}`), 1),
    getCaller(forwarded('10.0.0.1', `[2001:db8::${n}]:${50_000 + n}`), 1),
  ]);
  expect(new Set(callers.flat())).toEqual(new Set(['198.51.100.1/32', '2001:db8::/48']));
});

test.each([
  'unknown',
  '_hidden',
  '999.1.1.1',
  '0x7f.1',
  '127.1',
  '2130706433',
  '1.2.3.4, ',
  '"1.2.3.4"',
  '[::1',
  'x'.repeat(10_000),
])('returns no caller for the malformed address %s', (hops) => {
  expect(getCaller(forwarded('10.0.0.1', hops.endsWith(', ') ? `${hops}-` : hops), 1)).toBeNull();
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
  'returns no network behind an unconfigured proxy (%s)',
  (name) => {
    for (const socket of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '172.17.0.1',
      '192.168.0.9',
      'fd00::1',
    ])
      expect([socket, getNetwork(from(socket, { [name]: '203.0.113.9' }), 0)]).toEqual([
        socket,
        null,
      ]);
    // a client outside cannot hide behind the header
    expect(getNetwork(from('203.0.113.7', { [name]: '198.51.100.1' }), 0)).toBe('203.0.113.0/24');
  },
);

test('counts an IPv6 /48 and an IPv4 /24 as one network', {
  tags: ['@fault-11.18'],
}, () => {
  const of = (socket: string) => getNetwork(from(socket), 0);
  expect(new Set(['2001:db8:7:1::5', '2001:db8:7:2::5', '2001:db8:7:ffff::5'].map(of))).toEqual(
    new Set(['2001:db8:7::/48']),
  );
  expect(new Set(['203.0.113.7', '203.0.113.8', '::ffff:203.0.113.250'].map(of))).toEqual(
    new Set(['203.0.113.0/24']),
  );
  expect(of('2001:db8:8::5')).toBe('2001:db8:8::/48');
});
