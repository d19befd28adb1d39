import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { paths } from '@carry/remote-kit/paths';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../remote';
import { route } from './booking';

test.each([
  [1, 'booking'],
  [2, 'home'],
])('previews coach %i with the “%s” picture', (id, picture) => {
  const { shell } = createFakeShell({});
  const head = route(shell).handle.head?.({
    data: { coach: { name: 'Nova', description: 'Aim.' } },
    params: { coachId: String(id) },
    site: shell.site,
  } as never);
  expect(head).toMatchObject({ image: { path: paths.socialPicture(picture) } });
});

const notIds = ['abc', '%2F', '0', '-1', '1.5', '1e3', '01', '1%20', '9'.repeat(40)];
test.each(notIds)('returns 404 for /booking/%s without an API call', async (coachId) => {
  const { recorded, router } = await openPage(remote, `/booking/${coachId}`);
  expect(screen.getByRole('heading', { name: 'Coach not found' })).toBeTruthy();
  expect(recorded.calls).toEqual([]);
  const data = router.state.matches.at(-1)?.route.id && Object.values(router.state.loaderData);
  const { shell } = createFakeShell({});
  const page = { data: data?.at(-1), params: { coachId }, site: shell.site } as never;
  expect(route(shell).handle.status?.(page)).toBe(404);
  cleanup();
});
