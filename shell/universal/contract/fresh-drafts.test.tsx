import { afterEach, expect, test } from 'vitest';
import { createDrafts } from './drafts';
import { listStoredDrafts } from './fresh-drafts';

const DAY_MS = 24 * 3_600_000;
afterEach(() => localStorage.clear());

test('lists drafts until they expire', () => {
  const drafts = createDrafts({ storage: localStorage, now: () => 5 * DAY_MS, owner: () => null });
  drafts.of('mf-account').save('registration', 'secret');
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('draft:mf-booking:broken', '{');
  expect(listStoredDrafts(localStorage, 6 * DAY_MS - 1)).toEqual(['mf-account:registration']);
  expect(listStoredDrafts(localStorage, 6 * DAY_MS)).toEqual([]);
});
