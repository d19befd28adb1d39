import { ApiError, type HeadTags } from '@carry/remote-kit';
import { asOtherServer, createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { paths } from '@carry/remote-kit/paths';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { games } from '../games/games';
import remote from '../remote';
import { route } from './game';

const WAITLIST = 'POST /api/waitlist/';
const answers: Record<string, FakeAnswer> = {
  'GET /api/coaches/1/': () => ({ id: 1, name: 'Nova', description: 'Aim.', image_url: null }),
  'GET /api/coaches/1/services/': () => [
    { id: 1, label: 'Coaching', rate: 25, is_hourly: true },
    { id: 2, label: 'Review', rate: 10, is_hourly: false },
  ],
  'GET /api/reviews/by-coach/1/': () =>
    [4, 5].map((rating, id) => ({ id, rating, comment: 'Good.' })),
};
const join = (email: string) => {
  fireEvent.change(screen.getByLabelText('Your email'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Tell me when a coach is available' }));
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each(games.map(({ id, name }) => [id, name] as const))(
  '/%s shows its headline, guarantee and four reasons',
  async (id, name) => {
    await openPage(remote, `/${id}`, { answers });
    const headline = screen.getByRole('heading', { level: 1 });
    expect(headline.querySelector('.unbroken')?.textContent).toBe(name);
    expect(screen.getByRole('heading', { name: '100% Satisfaction Guarantee' })).toBeTruthy();
    const reasons = screen
      .getByRole('heading', { name: 'Do You Need Coaching?' })
      .parentElement?.querySelectorAll('li');
    expect(reasons).toHaveLength(4);
  },
);

test('shows coach, rating, lowest hourly price and booking link', async () => {
  await openPage(remote, '/cs2', { answers });
  const figure = await screen.findByRole('figure', { name: 'Nova' });
  expect(figure.querySelector('svg text')?.textContent).toBe('N');
  expect(screen.getByText('4.5').parentElement?.textContent).toContain('2 reviews');
  expect(screen.getByText('$25', { exact: false }).textContent).toMatch(/From \$25/);
  expect(screen.getByRole('link', { name: 'Book Now' }).getAttribute('href')).toBe('/booking/1');
});

test.each([
  ['none', 0],
  ['refunds', 2],
])('links the refunds of a site with the texts %s', async (texts, links) => {
  await openPage(remote, '/cs2', { answers, site: { settings: { texts } } });
  await screen.findByRole('figure', { name: 'Nova' });
  expect(screen.queryAllByRole('link', { name: 'How refunds work' })).toHaveLength(links);
});

test('keeps booking available when the API fails', async () => {
  const broken = () => Promise.reject(new ApiError('http', 500));
  await openPage(remote, '/valorant', {
    answers: Object.fromEntries(Object.keys(answers).map((call) => [call, broken])),
  });
  expect(
    await screen.findByText("We couldn't load the coach, but you can still book."),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Book Now' })).toBeTruthy();
});

test.each([404, 410])('shows the banner instead of booking on %i', async (status) => {
  const gone = () => Promise.reject(new ApiError('http', status));
  for (const path of ['/cs2', '/valorant'] as const) {
    await openPage(remote, path, {
      answers: Object.fromEntries(Object.keys(answers).map((call) => [call, gone])),
    });
    expect(await screen.findByText(/There are currently no coaches for/)).toBeTruthy();
    expect(screen.queryByLabelText('Your email')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Book Now' })).toBeNull();
    expect(screen.queryByText('We have coaches for', { exact: false })).toBeNull();
    expect(screen.queryByText("couldn't load", { exact: false })).toBeNull();
    cleanup();
  }
});

test.each(['/lol', '/dota2', '/fortnite'] as const)(
  'links coached games on %s only while a coach exists',
  async (path) => {
    await openPage(remote, path, { answers });
    expect(await screen.findByText('We have coaches for', { exact: false })).toBeTruthy();
    cleanup();
    const without = (status: number) => ({
      ...answers,
      'GET /api/coaches/1/': () => Promise.reject(new ApiError('http', status)),
    });
    for (const status of [404, 410, 500]) {
      await openPage(remote, path, { answers: without(status) });
      expect(await screen.findByText(/There are currently no coaches for/)).toBeTruthy();
      expect(screen.queryByText('We have coaches for', { exact: false })).toBeNull();
      cleanup();
    }
  },
);

test.each([
  ['cs2 valorant', 'Counter-Strike 2 and Valorant'],
  ['fortnite', 'Fortnite'],
  ['dota2 fortnite valorant', 'Valorant, Dota 2 and Fortnite'],
])('links the featured games %s where coaches are missing', async (featuredGames, names) => {
  await openPage(remote, '/lol', { answers, site: { settings: { featuredGames } } });
  const sentence = await screen.findByText('We have coaches for', { exact: false });
  expect(sentence.textContent).toBe(`We have coaches for ${names}.`);
  const linked = within(sentence).getAllByRole('link');
  expect(linked.map((link) => link.getAttribute('href')?.slice(1)).sort()).toEqual(
    featuredGames.split(' '),
  );
});

test.each([
  ['cs2 valorant', 'Dota 2 and Fortnite', '/lol'],
  ['', 'Dota 2 and Fortnite', '/cs2'],
])('links the games of the directory, not the featured %s', async (featuredGames, names, path) => {
  const coach = {
    ...{ id: 7, name: 'Rook', summary: '', image_url: null, languages: [], price: 30 },
    ...{ is_hourly: true, rating: null, reviews: 0, next_free_at: null, slug: 'rook' },
    portrait: null,
    country: null,
    games: ['fortnite', 'dota2'].map((code) => ({ code, name: code })),
  };
  const { recorded } = await openPage(remote, path, {
    answers: {
      ...answers,
      'GET /api/coaches/': (_, __, query) => ({
        ...{ coaches: query.startsWith('game=') ? [] : [coach], next: null, languages: [] },
        applications_open: true,
      }),
    },
    site: { settings: { featuredGames } },
  });
  const sentence = await screen.findByText('We have coaches for', { exact: false });
  expect(sentence.textContent).toBe(`We have coaches for ${names}.`);
  const directory = recorded.calls.filter(({ call }) => call.startsWith('GET /api/coaches/?'));
  expect(directory).toHaveLength(2);
});

test('omits coached games when none is featured', async () => {
  await openPage(remote, '/lol', { answers, site: { settings: { featuredGames: '' } } });
  expect(await screen.findByText(/There are currently no coaches for/)).toBeTruthy();
  expect(screen.queryByText('We have coaches for', { exact: false })).toBeNull();
});

test('emits structured data with prices and breadcrumbs', async () => {
  const { head } = await openPage(remote, '/cs2', { answers });
  const tags = head({ services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }] });
  expect(tags).toMatchObject({
    title: 'Counter-Strike 2 Coaching | Sample',
    image: { path: paths.socialPicture('cs2') },
  });
  const [service, breadcrumbs] = tags?.jsonLd ?? [];
  expect(service).toMatchObject({
    '@type': 'Service',
    url: 'http://localhost:3000/cs2',
    provider: { '@id': 'http://localhost:3000/#organization' },
    offers: [{ '@type': 'Offer', name: 'Coaching', price: 25, priceCurrency: 'USD' }],
  });
  expect(breadcrumbs).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home' }, { name: 'Counter-Strike 2' }],
  });
});

test('lists specialties and retries a failed coach card', async () => {
  let lost = true;
  const coach = answers['GET /api/coaches/1/'] as FakeAnswer;
  const answer: FakeAnswer = (...call) =>
    lost ? Promise.reject(new ApiError('network', 0)) : coach(...call);
  await openPage(remote, '/cs2', { answers: { ...answers, 'GET /api/coaches/1/': answer } });
  const card = () => screen.getByRole('region', { name: 'Meet your coach' });
  const specialties = within(card()).getByRole('heading', { name: 'Specialties' })
    .parentElement as HTMLElement;
  expect(
    within(specialties)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual([
    'Individual and team coaching',
    'Mechanics mastery',
    'Strategy development',
    'Mental game coaching',
  ]);
  lost = false;
  fireEvent.click(await within(card()).findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Aim.')).toBeTruthy();
});

test('gives each game a unique title and description', async () => {
  const tags: (HeadTags | undefined)[] = [];
  for (const { id } of games) {
    tags.push((await openPage(remote, `/${id}`, { answers })).head({}));
    cleanup();
  }
  for (const part of ['title', 'description'] as const)
    expect(new Set(tags.map((tags) => tags?.[part])).size).toBe(games.length);
});

describe('a failing directory', () => {
  const DIRECTORY = 'GET /api/coaches/';
  const fail = () => Promise.reject(new ApiError('http', 500));
  const missing = () => Promise.reject(new ApiError('http', 404));

  test.each([
    ['/lol', answers],
    ['/cs2', { ...answers, 'GET /api/coaches/1/': missing }],
  ] as const)('is an error with Retry on %s, not a game without coaches', async (path, others) => {
    let directory: FakeAnswer = fail;
    await openPage(remote, path, {
      answers: { ...others, [DIRECTORY]: (...call) => directory(...call) },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      "We couldn't load the coaches.",
    );
    expect(screen.queryByText(/There are currently no coaches/)).toBeNull();
    expect(screen.queryByLabelText('Your email')).toBeNull();
    directory = () => ({ coaches: [], next: null, languages: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/There are currently no coaches/)).toBeTruthy();
  });

  test('leaves out further coaches beside the featured one', async () => {
    await openPage(remote, '/cs2', { answers: { ...answers, [DIRECTORY]: fail } });
    expect(await screen.findByText('Aim.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('makes the server page incomplete', async () => {
    const { shell } = createFakeShell({ answers: { [DIRECTORY]: fail } });
    const { loader } = route({ ...shell, rendering: 'server' }, 'lol');
    await expect(loader()).rejects.toThrow(ApiError);
  });
});

describe('a server without a directory', () => {
  test.each([
    ...[401, 403, 404, 405, 410, 501].map((status) => new ApiError('http', status)),
    new ApiError('malformed', 200, { body: '<!doctype html>' }),
  ])('shows the banner without a waitlist ($code, $status)', async (failure) => {
    for (const path of ['/lol', '/dota2', '/fortnite']) {
      await openPage(remote, path, {
        answers: { ...answers, 'GET /api/coaches/': () => Promise.reject(failure) },
      });
      expect(await screen.findByText(/There are currently no coaches for/)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByLabelText('Your email')).toBeNull();
      cleanup();
    }
  });
});

describe('a server with another list at the address of the directory', () => {
  test.each([
    ['an array', [{ id: 1, name: 'Nova' }]],
    ['an object without coaches', { results: [], next: null }],
    ['coaches by name', { coaches: { nova: 1 } }],
    ['null', null],
  ])('shows the banner for %s', async (_, body) => {
    for (const path of ['/lol', '/dota2', '/fortnite']) {
      await openPage(remote, path, {
        answers: { ...answers, 'GET /api/coaches/': () => asOtherServer(body) },
      });
      expect(await screen.findByText(/There are currently no coaches for/)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      cleanup();
    }
  });

  test('offers Retry for a directory with a broken entry', async () => {
    const body = { coaches: [{ name: 5 }], next: null, languages: [] };
    await openPage(remote, '/lol', {
      answers: { ...answers, 'GET /api/coaches/': () => asOtherServer(body) },
    });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('a game without a coach', () => {
  const noCoaches = { 'GET /api/coaches/': () => ({ coaches: [], next: null, languages: [] }) };

  test('shows the banner, the contact and the coached games', async () => {
    await openPage(remote, '/lol', { answers, site: { settings: { coachContact: 'Robin' } } });
    expect(
      screen.getByText(/There are currently no coaches for League of Legends\..*Contact Robin/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Counter-Strike 2' }).getAttribute('href')).toBe(
      '/cs2',
    );
  });

  test.each([
    ['none', 0],
    ['privacy', 1],
  ])('links the privacy policy of a site with the texts %s', async (texts, count) => {
    await openPage(remote, '/lol', { answers: noCoaches, site: { settings: { texts } } });
    await screen.findByLabelText('Your email');
    expect(screen.queryAllByRole('link', { name: 'Privacy' })).toHaveLength(count);
  });

  test('validates the email, then confirms the waitlist entry', async () => {
    const { recorded } = await openPage(remote, '/lol', {
      answers: { ...noCoaches, [WAITLIST]: () => ({ detail: 'ok' }) },
    });
    await screen.findByLabelText('Your email');
    join('kim');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please enter a valid email address.',
    );
    join(' kim@example.com ');
    const thanks = await screen.findByText(
      "Thanks! We'll email you when a coach for League of Legends is available.",
    );
    await waitFor(() => expect(document.activeElement).toBe(thanks));
    expect(recorded.calls.filter(({ call }) => call === WAITLIST)).toEqual([
      { call: WAITLIST, body: { game: 'lol', email: 'kim@example.com' } },
    ]);
  });

  test('shows an error and keeps the email when saving fails', async () => {
    await openPage(remote, '/lol', {
      answers: { ...noCoaches, [WAITLIST]: () => Promise.reject(new ApiError('http', 500)) },
    });
    await screen.findByLabelText('Your email');
    join('kim@example.com');
    expect((await screen.findByRole('alert')).textContent).toBe(
      "That didn't work. Please try again.",
    );
    expect((screen.getByLabelText('Your email') as HTMLInputElement).value).toBe('kim@example.com');
  });
});
