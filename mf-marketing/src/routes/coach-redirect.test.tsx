import { openPage } from '@carry/remote-kit/test-page';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('the coach’s name leads to the booking page, in place of itself in the history', async () => {
  const { router } = await openPage(remote, '/nova', { site: { settings: { coachSlug: 'nova' } } });
  expect([router.state.location.pathname, router.state.historyAction]).toEqual([
    '/booking/1',
    'REPLACE',
  ]);
});

test('another name is not a page of this remote', async () => {
  const { router, recorded } = await openPage(remote, '/rook', {
    site: { settings: { coachSlug: 'nova' } },
  });
  expect(router.state.location.pathname).toBe('/rook');
  expect(router.state.matches.at(-1)?.route.id).toBe('others');
  expect(recorded.calls).toEqual([]);
});
