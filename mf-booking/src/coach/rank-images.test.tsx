import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RankImages } from './rank-images';

afterEach(cleanup);

test('names its own pair where the server sends none', () => {
  render(<RankImages images={undefined} />);
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names).toEqual(['Top rank Counter-Strike 2', 'Top rank Valorant']);
  expect(screen.getByRole('img', { name: 'Top rank, Valorant' })).toBeTruthy();
});
