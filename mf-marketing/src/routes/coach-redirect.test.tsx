import { openPage } from '@carry/remote-kit/test-page';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('redirects the coach slug to booking, replacing the history entry', async () => {
  const { router } = await openPage(remote, '/nova?clip=play', {
    site: { settings: { coachSlug: 'nova' } },
  });
  const { location, historyAction } = router.state;
  expect([location.pathname, location.search, historyAction]).toEqual([
    '/booking/1',
    '?clip=play',
    'REPLACE',
  ]);
});

test('does not match another coach slug', async () => {
  const { router, recorded } = await openPage(remote, '/rook', {
    site: { settings: { coachSlug: 'nova' } },
  });
  expect(router.state.location.pathname).toBe('/rook');
  expect(router.state.matches.at(-1)?.route.id).toBe('others');
  expect(recorded.calls).toEqual([]);
});
