import type { Service } from '@carry/remote-kit/api';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PriceLine, Ranks, RatingLine } from './facts';

afterEach(cleanup);

const hourly = (rate: number): Service => ({ id: rate, label: 'Coaching', rate, is_hourly: true });
const unit = (rate: number): Service => ({ ...hourly(rate), is_hourly: false });
const text = (element: React.ReactElement) => render(element).container.textContent;

test.each<[string, Service[], string]>([
  ['the lowest of several', [hourly(60), hourly(25), hourly(30)], 'From $25/hour'],
  ['with its cents', [hourly(12.5)], 'From $12.50/hour'],
  ['ignores unit prices', [unit(5), hourly(30)], 'From $30/hour'],
  ['empty without hourly services', [unit(5)], ''],
  ['empty without services', [], ''],
])('shows the hourly price: %s', (_, services, words) => {
  expect(text(<PriceLine services={services} />)).toBe(words);
});

test.each([
  [{ average: 4.6, count: 13 }, '4.6 13 reviews'],
  [{ average: 5, count: 1 }, '5.0 1 review'],
])('shows rating %j as %s', (rating, words) => {
  expect(text(<RatingLine rating={rating} />)?.trim()).toBe(words);
  expect(screen.getByRole('img', { name: `${rating.average} out of 5 stars` })).toBeTruthy();
});

test('shows ranks as text, or the default pair without any', () => {
  const coach = { id: 1, name: 'Nova', description: '', image_url: null };
  const rank_images = [{ url: '/r.svg', alt: 'Rank: Summit, Counter-Strike 2' }];
  render(<Ranks coach={{ ...coach, rank_images }} />);
  expect(screen.getByRole('listitem').textContent).toBe('Summit Counter-Strike 2');
  cleanup();
  render(<Ranks coach={{ ...coach, rank_images: [] }} />);
  expect(screen.queryByRole('list')).toBeNull();
  cleanup();
  render(<Ranks coach={coach} />);
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names).toEqual(['Top rank Counter-Strike 2', 'Top rank Valorant']);
});
