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

test.each(['/coaches/rook', '/coaches/Rook'])(
  'redirects %s to the booking page with its query',
  async (address) => {
    const { router } = await openPage(remote, `${address}?clip=play&utm_source=x`, {
      answers: { 'GET /api/coaches/?slug=rook': list([rook]) },
    });
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/booking/7?clip=play&utm_source=x');
  },
);

test.each([
  ['an unknown coach', 'nope'],
  ['no slug', 'NOPE!'],
])('finds no page for %s', async (_, slug) => {
  await openPage(remote, `/coaches/${slug}`, {
    answers: { [`GET /api/coaches/?slug=${slug}`]: list([]) },
  });
  expect(await screen.findByRole('heading', { name: 'Coach not found' })).toBeTruthy();
});
