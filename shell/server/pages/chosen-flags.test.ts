import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { answerPage, type PageParts } from './pages';
import type { Visit } from './render/page-renderer';

async function visit(cookie: string): Promise<Visit | undefined> {
  let seen: Visit | undefined;
  const parts = {
    config: { previews: 'open' },
    releases: { needsVisitor: () => false, compositionFor: () => ({}), flagsFor: () => ({}) },
    previews: { of: async () => ({ previews: [], records: [], local: [] }) },
    renderer: {
      async render(_page: object, _composition: object, about: Visit) {
        seen = about;
        return { location: '/login', outcome: 'miss', mode: 'full', owner: null };
      },
    },
    hints: [],
  } as unknown as PageParts;
  const app = new Hono().get('/', (context) => answerPage(context, parts));
  expect((await app.request('/', { headers: { cookie } })).status).toBe(302);
  return seen;
}

test('marks a visit with a flag that the visitor chose', async () => {
  expect(await visit('carry_flags=mf-booking.new-form:on')).toMatchObject({ isFlagChosen: true });
  expect(await visit('')).toMatchObject({ isFlagChosen: false });
});
