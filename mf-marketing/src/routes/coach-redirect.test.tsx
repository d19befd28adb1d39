import { cleanup } from '@testing-library/react';
import { openPage } from 'remote-kit/test-page';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('the coach’s name leads to the booking page, in place of itself in the history', async () => {
  const composed = {
    ...remote,
    createRoutes: (shell: Parameters<typeof remote.createRoutes>[0]) => [...remote.createRoutes(shell), { path: '/booking/:id' }],
  };
  const { router } = await openPage(composed, '/nova', { site: { coachSlug: 'nova' } });
  expect([router.state.location.pathname, router.state.historyAction]).toEqual(['/booking/1', 'REPLACE']);
});
