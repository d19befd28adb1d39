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

const rook = {
  ...{ name: 'Rook', description: 'Jungle and **macro**.\n\nMore.' },
  games: [{ code: 'lol', name: 'League of Legends' }],
  languages: [{ code: 'ko', name: 'Korean' }],
};
const headOf = (coach: object) => {
  const { shell } = createFakeShell({});
  const page = { data: { coach }, params: { coachId: '7' }, site: shell.site };
  const { head, frames } = route(shell).handle;
  return { tags: head?.(page as never), frames: frames?.(page as never) };
};

test('describes a coach in words and structured data of their own', () => {
  const { tags, frames } = headOf(rook);
  expect(tags).toMatchObject({
    title: 'Book a session with Rook | Sample',
    description: 'Jungle and macro.',
    image: { path: paths.socialPicture('lol') },
  });
  expect(tags?.jsonLd?.[1]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'Rook', knowsLanguage: ['ko'] },
  });
  expect(frames).toEqual([]);
});

test('previews an uploaded portrait and names the frame of a clip', () => {
  const social_picture = 'https://api.example/uploads/7-social.png';
  const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const { tags, frames } = headOf({ ...rook, social_picture, clip: { url: player, player } });
  expect(tags?.image?.path).toBe(social_picture);
  expect(frames).toEqual(['https://www.youtube-nocookie.com']);
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
