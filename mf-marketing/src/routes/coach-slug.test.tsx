import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const rook = {
  ...{ id: 7, name: 'Rook', summary: '', image_url: null, portrait: null, games: [] },
  ...{ languages: [], country: null, slug: 'rook', price: 30, is_hourly: true },
  ...{ rating: null, reviews: 0, next_free_at: null },
};
const list = (coaches: object[]) => () => ({ coaches, next: null, languages: [] });

test('redirects a coach’s short address to the booking page', async () => {
  const { router } = await openPage(remote, '/coaches/rook', {
    answers: { 'GET /api/coaches/?slug=rook': list([rook]) },
  });
  expect(router.state.location.pathname).toBe('/booking/7');
});

test.each([
  ['an unknown coach', 'nope'],
  ['no slug', 'NOPE!'],
])('finds no page for %s', async (_, slug) => {
  await openPage(remote, `/coaches/${slug}`, {
    answers: { [`GET /api/coaches/?slug=${slug}`]: list([]) },
  });
  expect(await screen.findByRole('heading', { name: 'Coach not found' })).toBeTruthy();
});
