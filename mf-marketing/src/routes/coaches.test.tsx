import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import remote from '../remote';

const scrollIntoView = vi.fn();

beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView.mockReset();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const english = { code: 'en', name: 'English' };
const coach = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, summary: `${name} teaches.`, image_url: null, portrait: null },
  games: [{ code: 'lol', name: 'League of Legends' }],
  languages: [english],
  ...{ country: null, slug: null, price: 30, is_hourly: true, rating: 4.8, reviews: 9 },
  next_free_at: '2026-11-27T14:00:00.000Z',
  ...more,
});
const list =
  (coaches: object[], next: string | null = null, isOpen = true): FakeAnswer =>
  () => ({
    ...{ coaches, next, languages: [english], applications_open: isOpen },
  });
const ALL = 'GET /api/coaches/?sort=rating';
const featured: Record<string, FakeAnswer> = {
  'GET /api/coaches/1/': () => ({ id: 1, name: 'Nova', description: 'Aim.', image_url: null }),
  'GET /api/coaches/1/services/': () => [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  'GET /api/reviews/by-coach/1/': () => [{ id: 1, rating: 4, comment: 'Good.' }],
};

describe('the coach directory', () => {
  test('shows name, rating, games, languages, price and next free time', async () => {
    await openPage(remote, '/coaches', { answers: { [ALL]: list([coach(7, 'Rook')]) } });
    const card = (await screen.findByRole('heading', { name: 'Rook' })).closest(
      'li',
    ) as HTMLElement;
    for (const words of ['4.8', '9 reviews', 'League of Legends', 'English', 'From $30/hour'])
      expect(card.textContent).toContain(words);
    expect(card.querySelector('time')?.dateTime).toBe('2026-11-27T14:00:00.000Z');
    expect(within(card).getByRole('link').getAttribute('href')).toBe('/booking/7');
    expect(screen.getByRole('status').textContent).toBe('Showing 1 coach.');
  });

  test('names no time of a coach without hourly services', async () => {
    const answer = list([coach(7, 'Rook', { is_hourly: false, next_free_at: null })]);
    await openPage(remote, '/coaches', { answers: { [ALL]: answer } });
    const card = (await screen.findByRole('heading', { name: 'Rook' })).closest('li');
    expect(card?.textContent).toContain('Book anytime');
    expect(card?.textContent).not.toContain('No free times');
  });

  test('reads filters from the address and writes them to it', async () => {
    const search = 'game=lol&max_price=40&free=week&sort=price';
    const { router } = await openPage(remote, `/coaches?${search}&junk=1&min_price=-3`, {
      answers: {
        [`GET /api/coaches/?${search}`]: list([coach(7, 'Rook')]),
        'GET /api/coaches/?game=lol&language=en&max_price=40&sort=price': list([coach(8, 'Vex')]),
      },
    });
    expect(await screen.findByRole('heading', { name: 'Rook' })).toBeTruthy();
    expect((screen.getByLabelText('Game') as HTMLSelectElement).value).toBe('lol');
    const week = screen.getByLabelText('Free this week') as HTMLInputElement;
    expect(week.checked).toBe(true);
    fireEvent.click(week);
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'en' } });
    fireEvent.submit(screen.getByRole('form', { name: 'Filter coaches' }));
    expect(await screen.findByRole('heading', { name: 'Vex' })).toBeTruthy();
    expect(router.state.location.search).toBe('?game=lol&language=en&max_price=40&sort=price');
  });

  test('applies a price in scientific notation', async () => {
    const { router } = await openPage(remote, '/coaches', {
      answers: {
        [ALL]: list([coach(7, 'Rook')]),
        'GET /api/coaches/?max_price=100&sort=rating': list([coach(8, 'Vex')]),
      },
    });
    const price = screen.getByLabelText('Price to ($)') as HTMLInputElement;
    fireEvent.change(price, { target: { value: '12.345' } });
    expect(price.validity.stepMismatch).toBe(true);
    fireEvent.change(price, { target: { value: '1e2' } });
    expect(price.validity.valid).toBe(true);
    fireEvent.submit(screen.getByRole('form', { name: 'Filter coaches' }));
    expect(await screen.findByRole('heading', { name: 'Vex' })).toBeTruthy();
    expect(router.state.location.search).toBe('?max_price=100&sort=rating');
    await waitFor(() => expect(price.value).toBe('100'));
  });

  test('keeps the focus, the fields and the status after filtering', async () => {
    const { router } = await openPage(remote, '/coaches', {
      answers: {
        [ALL]: list([coach(7, 'Rook'), coach(8, 'Vex')]),
        'GET /api/coaches/?game=lol&sort=rating': list([coach(8, 'Vex')]),
      },
    });
    const game = screen.getByLabelText('Game') as HTMLSelectElement;
    const status = screen.getByRole('status');
    fireEvent.change(game, { target: { value: 'lol' } });
    const button = screen.getByRole('button', { name: 'Show coaches' });
    button.focus();
    fireEvent.submit(screen.getByRole('form', { name: 'Filter coaches' }));
    await waitFor(() => expect(status.textContent).toBe('Showing 1 coach.'));
    expect(status.isConnected).toBe(true);
    expect(document.activeElement).toBe(button);
    await act(() => router.navigate(-1));
    expect(status.textContent).toBe('Showing 2 coaches.');
    expect([game.isConnected, game.value]).toEqual([true, '']);
  });

  test('keeps the filters while coaches load', async () => {
    const { router } = await openPage(remote, '/coaches', {
      answers: {
        [ALL]: list([coach(7, 'Rook')]),
        'GET /api/coaches/?game=lol&sort=rating': () => new Promise(() => {}),
      },
    });
    await act(() => router.navigate('/coaches?game=lol'));
    expect(screen.getByRole('status').textContent).toBe('Loading coaches...');
    expect((screen.getByLabelText('Game') as HTMLSelectElement).value).toBe('lol');
    expect(screen.queryByRole('heading', { name: 'Rook' })).toBeNull();
    expect(document.querySelector('[style*="min-height"]')).toBeNull();
  });

  test('shows a skeleton as long as the list was, after Back', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(1234);
    let answer = list([coach(7, 'Rook'), coach(8, 'Vex')]);
    const { router } = await openPage(remote, '/coaches', {
      answers: { [ALL]: (...call) => answer(...call) },
    });
    await act(() => router.navigate('/elsewhere'));
    answer = () => new Promise(() => {});
    await act(() => router.navigate(-1));
    expect(screen.getByRole('status').textContent).toBe('Loading coaches...');
    const skeleton = document.querySelector<HTMLElement>('[style*="min-height"]');
    expect(skeleton?.style.minHeight).toBe('1234px');
    expect(skeleton?.querySelectorAll('li')).toHaveLength(2);
  });

  test('shows a chosen language that no listed coach speaks', async () => {
    await openPage(remote, '/coaches?language=fr', {
      answers: { 'GET /api/coaches/?language=fr&sort=rating': list([]) },
    });
    const language = screen.getByLabelText('Language') as HTMLSelectElement;
    expect(language.selectedOptions[0]?.textContent).toBe('French');
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('links the page for applicants if they are accepted: %s', async (isOpen, links) => {
    await openPage(remote, '/coaches', { answers: { [ALL]: list([], null, isOpen) } });
    expect(screen.queryAllByRole('link', { name: 'Become a coach' })).toHaveLength(links);
  });

  test('links the next page and back to the first', async () => {
    const { router } = await openPage(remote, '/coaches', {
      answers: {
        [ALL]: list([coach(7, 'Rook')], 'WzEsMl0'),
        'GET /api/coaches/?sort=rating&cursor=WzEsMl0': list([coach(8, 'Vex')]),
      },
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Show more coaches' }));
    expect(await screen.findByRole('heading', { name: 'Vex' })).toBeTruthy();
    expect(router.state.location.search).toBe('?cursor=WzEsMl0');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('status')));
    await waitFor(() => expect(scrollIntoView).toHaveBeenCalledOnce());
    expect(screen.queryByRole('link', { name: 'Show more coaches' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to the first page' })).toBeTruthy();
  });

  test.each([
    ['that is empty', list([])],
    ['that the API refuses', () => Promise.reject(new ApiError('http', 400))],
  ])('links back from a later page %s', async (_, answer) => {
    await openPage(remote, '/coaches?game=lol&cursor=WzEsMl0', {
      answers: { 'GET /api/coaches/?game=lol&sort=rating&cursor=WzEsMl0': answer },
    });
    expect(await screen.findByText('There are no more coaches.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('No more coaches.');
    expect(screen.getByRole('link', { name: 'Back to the first page' }).getAttribute('href')).toBe(
      '/coaches?game=lol',
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('offers to clear filters that match no coach', async () => {
    await openPage(remote, '/coaches?game=dota2', {
      answers: { 'GET /api/coaches/?game=dota2&sort=rating': list([]) },
    });
    expect(await screen.findByText('No coaches found.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe(
      '/coaches',
    );
  });

  test('shows the featured coach of a server without a directory', async () => {
    await openPage(remote, '/coaches', { answers: featured });
    const card = (await screen.findByRole('heading', { name: 'Nova' })).closest('li');
    expect(card?.textContent).toContain('Counter-Strike 2, Valorant');
    expect(card?.textContent).toContain('From $25/hour');
    expect(screen.queryByRole('form', { name: 'Filter coaches' })).toBeNull();
  });

  test('links the featured coach by an id that is a text', async () => {
    const { recorded } = await openPage(remote, '/coaches', {
      answers: Object.fromEntries(
        Object.entries(featured).map(([call, answer]) => [call.replace('/1/', '/nova/'), answer]),
      ),
      site: { settings: { featuredCoach: 'nova' } },
    });
    const card = (await screen.findByRole('heading', { name: 'Nova' })).closest('li');
    expect(card?.querySelector('a[href^="/booking/"]')?.getAttribute('href')).toBe('/booking/nova');
    expect(recorded.calls.some(({ call }) => call === 'GET /api/coaches/nova/')).toBe(true);
  });

  test('asks a server without a directory once', async () => {
    const { router, recorded } = await openPage(remote, '/coaches', { answers: featured });
    await screen.findByRole('heading', { name: 'Nova' });
    await act(() => router.navigate('/lol'));
    expect(await screen.findByText(/There are currently no coaches/)).toBeTruthy();
    const asked = recorded.calls.filter(({ call }) => call.startsWith('GET /api/coaches/?'));
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['first', '/coaches', ALL, 400],
    ['later', '/coaches?cursor=WzEsMl0', `${ALL}&cursor=WzEsMl0`, 500],
  ])('offers a retry when the %s page fails', async (_, address, call, status) => {
    await openPage(remote, address, {
      answers: { [call]: () => Promise.reject(new ApiError('http', status)) },
    });
    expect(await screen.findByText("We couldn't load the coaches.")).toBeTruthy();
  });
});

describe('coaches on other pages', () => {
  const lol = 'GET /api/coaches/?game=lol';

  test('replaces the banner of a game that has a coach', async () => {
    await openPage(remote, '/lol', {
      answers: { ...featured, [lol]: list([coach(7, 'Rook')]) },
    });
    expect(await screen.findByRole('region', { name: 'League of Legends coaches' })).toBeTruthy();
    expect(screen.queryByText(/There are currently no coaches/)).toBeNull();
    expect(screen.getByRole('link', { name: 'See all coaches' }).getAttribute('href')).toBe(
      '/coaches?game=lol',
    );
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('links the page for applicants in the banner: %s', async (isOpen, links) => {
    await openPage(remote, '/lol', { answers: { ...featured, [lol]: list([], null, isOpen) } });
    expect(await screen.findByText(/There are currently no coaches/)).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: 'apply here' })).toHaveLength(links);
  });

  test.each([
    ['an empty list', list([])],
    ['a server without the list', () => Promise.reject(new ApiError('http', 404))],
  ])('keeps the banner with %s', async (_, answer) => {
    await openPage(remote, '/lol', { answers: { ...featured, [lol]: answer } });
    expect(await screen.findByText(/There are currently no coaches/)).toBeTruthy();
  });

  test('shows other coaches below the featured one', async () => {
    const cs2 = list([coach(1, 'Nova'), coach(9, 'Ember')]);
    await openPage(remote, '/cs2', {
      answers: { ...featured, 'GET /api/coaches/?game=cs2': cs2 },
    });
    const more = await screen.findByRole('region', { name: 'More coaches' });
    expect(within(more).getAllByRole('heading', { level: 3 })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Book Now' }).getAttribute('href')).toBe('/booking/1');
  });

  test('sells other coaches when the featured one is gone', async () => {
    await openPage(remote, '/cs2', {
      answers: { 'GET /api/coaches/?game=cs2': list([coach(9, 'Ember')]) },
    });
    expect(await screen.findByRole('region', { name: 'Counter-Strike 2 coaches' })).toBeTruthy();
    expect(screen.queryByText(/There are currently no coaches/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Book Now' })).toBeNull();
  });

  test('shows more coaches on the home page', async () => {
    await openPage(remote, '/', {
      answers: { ...featured, [ALL]: list([coach(1, 'Nova'), coach(9, 'Ember')]) },
    });
    const more = await screen.findByRole('region', { name: 'More coaches' });
    await waitFor(() => expect(within(more).getByText('Ember')).toBeTruthy());
  });

  test('names the section "Our coaches" without a featured coach', async () => {
    await openPage(remote, '/', { answers: { [ALL]: list([coach(9, 'Ember')]) } });
    expect(await screen.findByRole('region', { name: 'Our coaches' })).toBeTruthy();
  });
});
