import { expect, test } from 'vitest';
import { networkOf } from './network';

test.each([
  ['203.0.113.7', undefined, 0, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', 0, '203.0.113.7'], // no proxy of ours: anybody may have written it
  ['10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '192.0.2.9, 198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '192.0.2.9, 198.51.100.1 , 10.0.0.2', 2, '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1', 2, '10.0.0.1'], // fewer hops than ours would have left
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
  ['::1', undefined, 0, '::1'],
  ['2001:db8:0:1::7', undefined, 0, '2001:db8:0:1'],
  ['2001:0DB8::1:0:0:0:9', undefined, 0, '2001:db8:0:1'],
  ['2001:db8:0:1:2:3:4:5%eth0', undefined, 0, '2001:db8:0:1'],
  ['2001:db8::', undefined, 0, '2001:db8:0:0'],
])('%s, forwarded for %s, behind %i proxies: %s', (socket, forwardedFor, proxies, network) => {
  expect(networkOf(socket, forwardedFor, proxies)).toBe(network);
});
