import { ApiError } from '@carry/remote-kit';
import { asOtherServer, createFakeShell } from '@carry/remote-kit/fake-shell';
import { paths } from '@carry/remote-kit/paths';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';
import { route } from './booking';

afterEach(cleanup);

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
const createHead = (coach: object) => {
  const { shell } = createFakeShell({});
  const page = { data: { coach }, params: { coachId: '7' }, site: shell.site };
  const { head, frames } = route(shell).handle;
  return { tags: head?.(page as never), frames: frames?.(page as never) };
};

test('describes a coach in words and structured data of their own', () => {
  const { tags, frames } = createHead(rook);
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
  const { tags, frames } = createHead({ ...rook, social_picture, clip: { url: player, player } });
  expect(tags?.image?.path).toBe(social_picture);
  expect(frames).toEqual(['https://www.youtube-nocookie.com']);
});

test.each(['7', 'rook', 'r%2F1'])('asks the server for coach %s', async (coachId) => {
  const coach = { id: coachId, name: 'Rook', description: 'Jungle.' };
  await openPage(remote, `/booking/${coachId}`, {
    answers: { [`GET /api/coaches/${coachId}/`]: () => asOtherServer(coach) },
  });
  expect(await screen.findByRole('heading', { name: 'Rook' })).toBeTruthy();
});

test('returns 404 for a coach that the server lacks', async () => {
  await openPage(remote, '/booking/abc', {
    answers: { 'GET /api/coaches/abc/': () => Promise.reject(new ApiError('http', 404)) },
  });
  expect(await screen.findByRole('heading', { name: 'Coach not found' })).toBeTruthy();
  const { shell } = createFakeShell({});
  const page = { data: { coach: null }, params: { coachId: 'abc' }, site: shell.site } as never;
  expect(route(shell).handle.status?.(page)).toBe(404);
});
