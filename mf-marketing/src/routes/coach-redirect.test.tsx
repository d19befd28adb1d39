import { cleanup } from '@testing-library/react';
import type { RemoteModule } from 'contracts/shell';
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

test('another name is no page of this remote', async () => {
  const composed: RemoteModule = {
    ...remote,
    createRoutes: (shell) => [...remote.createRoutes(shell), { id: 'rest', path: '*', element: 'not found' }],
  };
  const { router, recorded } = await openPage(composed, '/rook', { site: { coachSlug: 'nova' } });
  expect(router.state.location.pathname).toBe('/rook');
  expect(router.state.matches.at(-1)?.route.id).toBe('rest');
  expect(recorded.calls).toEqual([]);
});
