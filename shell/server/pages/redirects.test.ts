import { signPreview } from '@carry/releases';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { PreviewResolver } from '../releases/preview-resolver';
import { answerPage, type PageParts } from './pages';

const SECRET = 's'.repeat(32);
const claim = { remote: 'mf-booking', channel: 'pr-1', expires: Date.now() + 60_000 };
const cookie = `carry_preview=${signPreview(SECRET, claim)}`;
const parts = {
  config: { previews: 'open' },
  releases: { needsVisitor: () => false, compositionFor: () => ({}), flagsFor: () => ({}) },
  previews: Object.assign(
    new PreviewResolver({
      mode: 'open',
      secrets: [SECRET],
      releases: { site: { owners: {} } },
    } as unknown as ConstructorParameters<typeof PreviewResolver>[0]),
    { of: async () => ({ previews: [], records: [], local: [] }) },
  ),
  renderer: {
    render: async ({ pathname }: { pathname: string }) =>
      pathname === '/nova'
        ? { location: '/booking/1' }
        : { owner: { ref: { name: 'mf-home' }, pattern: '/cs2' } },
  },
  hints: [],
} as unknown as PageParts;
const app = new Hono().get('*', (context) => answerPage(context, parts));

test.each([
  ['/cs2//?a=1', 308, '/cs2?a=1'],
  ['/CS2?a=1', 308, '/cs2?a=1'],
  ['/nova', 302, '/booking/1'],
  ['/cs2?flag=mf-booking.new-form:on', 302, '/cs2'],
  ['/cs2?preview=off', 302, '/cs2'],
  ['/cs2?preview=opened', 302, '/cs2'],
])('redirects %s uncached', async (address, status, location) => {
  const answer = await app.request(address, { headers: { cookie } });
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
