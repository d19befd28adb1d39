import { expect, test } from 'vitest';
import { Health } from './health';
import { isWorse, keepsFailing } from './judge';
import { Recent } from './recent';

test.each([
  ['too few uses', { used: 19, failed: 19 }, { used: 100, failed: 0 }, false],
  ['too few failures', { used: 100, failed: 4 }, { used: 1000, failed: 0 }, false],
  ['clearly worse', { used: 30, failed: 9 }, { used: 200, failed: 0 }, true],
  ['every page', { used: 20, failed: 20 }, { used: 20, failed: 0 }, true],
  ['as bad as the live one', { used: 100, failed: 30 }, { used: 1000, failed: 300 }, false],
  ['a little worse, by chance', { used: 60, failed: 6 }, { used: 60, failed: 3 }, false],
  ['significant, but less than five points', { used: 10_000, failed: 400 }, { used: 10_000, failed: 100 }, false],
  ['a live one hardly used', { used: 20, failed: 12 }, { used: 3, failed: 0 }, true],
  ['better', { used: 100, failed: 10 }, { used: 100, failed: 50 }, false],
])('a canary is taken back when it is significantly worse: %s', (_, canary, live, verdict) => {
  expect(isWorse(canary, live)).toBe(verdict);
});

test('by chance alone, a canary as good as the live release is hardly ever taken back', () => {
  let random = 42;
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return random / 2_147_483_648;
  };
  let taken = 0;
  for (let round = 0; round < 2000; round++) {
    const draw = (used: number) => ({ used, failed: Array.from({ length: used }, next).filter((value) => value < 0.1).length });
    if (isWorse(draw(60), draw(300))) taken++;
  }
  expect(taken / 2000).toBeLessThan(0.005);
});

test('something keeps failing when it fails often enough and half of the time', () => {
  expect(keepsFailing({ used: 3, failed: 3 }, 3)).toBe(true);
  expect(keepsFailing({ used: 2, failed: 2 }, 3)).toBe(false);
  expect(keepsFailing({ used: 10, failed: 4 }, 3)).toBe(false);
});

test('counts forget what is older than their span', () => {
  const recent = new Recent(10);
  recent.add('x', 0);
  recent.add('x', 5 * 60_000);
  expect(recent.count('x', 9 * 60_000)).toBe(2);
  expect(recent.count('x', 12 * 60_000)).toBe(1);
  expect(recent.count('x', 60 * 60_000)).toBe(0);
});

function healthOf(live: string, canary: string | null = null) {
  const condemned: string[] = [];
  const health = new Health({
    pointers: () => ({ live, canary }),
    condemn: (remote, version) => void condemned.push(`${remote}@${version}`),
  });
  return { health, condemned };
}
const own = { remote: 'mf-booking', release: '1.0.0-aaaaaaaaaaaa' };

test('browsers that cannot load the live release send it back; one address alone cannot', () => {
  const { health, condemned } = healthOf(own.release);
  for (let page = 0; page < 10; page++) {
    health.reported(`view ${page}`, '203.0.113.7', { kind: 'used', ...own });
    health.reported(`view ${page}`, '203.0.113.7', { kind: 'load', ...own });
  }
  expect(condemned).toEqual([]);
  health.reported('other 1', '203.0.113.8', { kind: 'load', ...own });
  expect(condemned).toEqual([]);
  health.reported('other 2', '203.0.113.9', { kind: 'load', ...own });
  expect(condemned).toContain('mf-booking@1.0.0-aaaaaaaaaaaa');
});

test('a page counts once, however often it reports', () => {
  const { health, condemned } = healthOf(own.release);
  for (let times = 0; times < 50; times++) health.reported('view', '127.0.0.1', { kind: 'load', ...own });
  expect(condemned).toEqual([]);
  expect(health.all()[0]?.total.load).toBe(1);
});

test('what is said of a release that is neither live nor a canary is not kept', () => {
  const { health } = healthOf('1.0.0-bbbbbbbbbbbb');
  for (let made = 0; made < 100; made++) {
    health.reported(`view ${made}`, '127.0.0.1', {
      kind: 'used',
      remote: 'mf-booking',
      release: `1.0.0-${String(made).padStart(12, '0')}`,
    });
  }
  expect(health.all()).toEqual([]);
});

test('a server bundle that keeps throwing is sent back after three pages, not after one', () => {
  const { health, condemned } = healthOf(own.release);
  health.rendered('mf-booking', own.release, { ms: 5 });
  for (let page = 0; page < 2; page++) health.rendered('mf-booking', own.release, { ms: 5, error: 'boom' });
  expect(condemned).toEqual([]);
  health.rendered('mf-booking', own.release, { ms: 5, error: 'boom' });
  expect(condemned).toEqual(['mf-booking@1.0.0-aaaaaaaaaaaa']);
});

test('a few pages that throw among many that do not are no reason to leave a release', () => {
  const { health, condemned } = healthOf(own.release);
  for (let page = 0; page < 20; page++) health.rendered('mf-booking', own.release, { ms: 5, ...(page % 4 === 3 && { error: 'boom' }) });
  expect(condemned).toEqual([]);
});

test('one hang that fails many pages does not send a release back, three of them do', () => {
  const { health, condemned } = healthOf(own.release);
  for (let hang = 1; hang <= 3; hang++) {
    expect(condemned).toEqual([]);
    for (let page = 0; page < 20; page++) health.rendered('mf-booking', own.release, { ms: 5, error: 'it rests', blamed: false });
    health.rendered('mf-booking', own.release, { ms: 1500, error: 'too long' });
  }
  expect(condemned).toEqual(['mf-booking@1.0.0-aaaaaaaaaaaa']);
});
