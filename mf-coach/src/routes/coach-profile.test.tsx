import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_DESCRIPTION, MAX_OFFER, tooLong } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const READ = 'GET /api/coach/profile/';
const SAVE = 'PATCH /api/coach/profile/';
const profile = {
  ...{
    name: 'Nova',
    description: '**Calm**',
    image_url: 'https://api.example/media/nova.svg',
    special_offer: null,
  },
  rank_images: [{ url: 'https://api.example/media/summit.svg', alt: 'Rank: Summit' }],
  services: [
    { id: 1, label: 'Coaching', rate: 25, is_hourly: true },
    { id: 2, label: 'Review', rate: 18, is_hourly: false },
  ],
  picture_origins: ['https://api.example'],
};
const withoutSeen = (body: unknown) => {
  const { seen: _, ...change } = body as { seen?: unknown };
  return change;
};
const stored: FakeAnswer = (body) => ({
  ...profile,
  ...withoutSeen(body),
  services: profile.services,
});

async function open(answers: Record<string, FakeAnswer> = {}) {
  const page = await openPage(remote, '/coach/profile', {
    auth: { status: 'signed-in' },
    answers: { [READ]: () => profile, [SAVE]: stored, ...answers },
  });
  await screen.findByLabelText('Description');
  return page;
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const field = (label: string, index = 0) => screen.getAllByLabelText(label)[index] as HTMLElement;
const saved = (recorded: { calls: { call: string; body: unknown }[] }) =>
  recorded.calls.filter(({ call }) => call === SAVE).map(({ body }) => withoutSeen(body));

test('previews the description and the offer', async () => {
  await open();
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(preview.getByText('Nova')).toBeTruthy();
  await act(async () => type(field('Description'), 'I teach **aim**.'));
  expect((await preview.findByText('aim')).tagName).toBe('STRONG');
  expect(preview.queryByText('October Offer:')).toBeNull();
  await act(async () => type(field('Offer'), 'two for one.'));
  expect(preview.getByText('October Offer:').parentElement?.textContent).toBe(
    'October Offer: two for one.',
  );
});

test('edits, moves, adds and removes services, keeping their ids', async () => {
  const { recorded } = await open();
  type(field('Price in USD'), '30,5');
  await press('Move Review up');
  await press('Add a service');
  type(field('Service', 2), 'Plan');
  type(field('Price in USD', 2), '75');
  type(field('Per', 2), 'unit');
  await press('Save profile');
  expect(saved(recorded)).toEqual([
    {
      ...{
        name: 'Nova',
        description: '**Calm**',
        image_url: profile.image_url,
        special_offer: null,
        rank_images: profile.rank_images,
      },
      services: [
        { id: 2, label: 'Review', rate: 18, is_hourly: false },
        { id: 1, label: 'Coaching', rate: 30.5, is_hourly: true },
        { id: null, label: 'Plan', rate: 75, is_hourly: false },
      ],
    },
  ]);
  expect(recorded.toasts).toEqual(['Profile saved. New prices apply to new bookings.']);
  await press('Remove Review');
  expect(screen.queryByRole('button', { name: /^Remove Coaching/ })).toBeNull(); // keeps at least one service
});

test('saves a profile without services until one is stored', async () => {
  const { recorded } = await open({
    [READ]: () => ({ ...profile, services: [] }),
    [SAVE]: (body) => ({
      ...{ ...profile, ...withoutSeen(body) },
      services: saved(recorded).length > 1 ? profile.services.slice(0, 1) : [],
    }),
  });
  await press('Add a service');
  await press('Remove the service');
  await press('Save profile');
  expect(saved(recorded)).toEqual([expect.objectContaining({ services: [] })]);
  expect(recorded.toasts).toEqual(['Profile saved. Add a service so students can book you.']);
  await press('Add a service');
  type(field('Service'), 'Coaching');
  type(field('Price in USD'), '25');
  await press('Save profile');
  expect(saved(recorded)).toHaveLength(2);
  await press('Add a service');
  await press('Remove Coaching');
  await press('Remove the service');
  await press('Save profile');
  expect(screen.getByRole('alert').textContent).toBe("Add a service, or students can't book you.");
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a service' }));
  expect(saved(recorded)).toHaveLength(2);
});

test('keeps the fields in place after a save', async () => {
  await open();
  const ids = () => [...document.querySelectorAll('form [name]')].map(({ id }) => id);
  const before = ids();
  const price = field('Price in USD');
  await press('Save profile');
  expect(ids()).toEqual(before);
  expect(field('Price in USD')).toBe(price);
});

test('shows each error at its field and sends nothing', async () => {
  const { recorded } = await open();
  type(field('Portrait link'), 'https://elsewhere.example/me.png');
  await press('Add a rank');
  type(field('Price in USD', 1), 'free');
  await press('Save profile');
  const problems = within(screen.getByRole('group', { name: 'There is a problem' })).getAllByRole(
    'link',
  );
  expect(problems.map(({ textContent }) => textContent)).toEqual([
    'Pictures must come from https://api.example.',
    'Enter a link to a picture, such as https://…',
    expect.stringContaining('Enter a price from $0.50 to $9,999.99'),
  ]);
  expect(saved(recorded)).toEqual([]);
  await press('Remove the rank');
  expect(screen.getAllByLabelText('Rank name')).toHaveLength(1);
});

test('keeps the input after a refusal', async () => {
  await open({
    [SAVE]: () =>
      Promise.reject(
        new ApiError('http', 409, {
          detail: 'Your services have changed meanwhile. Please load the page again.',
        }),
      ),
  });
  type(field('Rank name'), 'Rank: Peak');
  await press('Save profile');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your services have changed meanwhile.',
  );
  expect((field('Rank name') as HTMLInputElement).value).toBe('Rank: Peak');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
});

test('edits games, languages, country and clip', async () => {
  const codes = (...names: string[]) => names.map((name) => ({ code: name.slice(0, 2), name }));
  const choices = {
    games: [{ code: 'lol', name: 'League of Legends' }],
    languages: codes('english', 'korean'),
    countries: [{ code: 'KR', name: 'South Korea' }],
  };
  const introduction = { games: [], languages: ['en'], country: null, clip: null };
  const { recorded } = await open({
    [READ]: () => ({ ...profile, ...introduction, portrait_url: null, choices }),
  });
  fireEvent.click(screen.getByLabelText('League of Legends'));
  type(field('Languages you coach in'), 'ko');
  await press('Remove english');
  type(field('Country'), 'KR');
  type(field('Introduction clip'), 'https://evil.example/x');
  await press('Save profile');
  expect(screen.getByRole('alert').textContent).toBe(
    'Please use a link to a YouTube or Twitch video.',
  );
  type(field('Introduction clip'), 'https://youtu.be/dQw4w9WgXcQ');
  await press('Save profile');
  expect(saved(recorded)).toEqual([
    expect.objectContaining({
      ...{ games: ['lol'], languages: ['ko'], country: 'KR' },
      clip: 'https://youtu.be/dQw4w9WgXcQ',
    }),
  ]);
});

test('asks for no link to a picture that can be uploaded', async () => {
  const { recorded } = await open({
    [READ]: () => ({ ...profile, image_url: null, portrait_url: null }),
  });
  expect(screen.queryByLabelText('Portrait link')).toBeNull();
  await press('Save profile');
  expect(saved(recorded)).toEqual([expect.objectContaining({ image_url: null })]);
});

test('shows a linked portrait until one is uploaded', async () => {
  await open({ [READ]: () => ({ ...profile, portrait_url: null }) });
  expect(screen.getByRole('img', { name: 'Your portrait' }).getAttribute('src')).toBe(
    profile.image_url,
  );
});

test('uploads a portrait and shows why one is refused', async () => {
  const UPLOAD = 'POST /api/coach/portrait/';
  const why = 'This picture is incomplete.';
  let refused = true;
  const { recorded } = await open({
    [READ]: () => ({ ...profile, portrait_url: null }),
    [UPLOAD]: () =>
      refused
        ? Promise.reject(new ApiError('http', 400, { detail: why }))
        : { ...profile, portrait_url: 'https://api.example/uploads/1-a-800.webp' },
  });
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Upload a picture'), { target: { files: [file] } });
  choose(new File(['ab'], 'me.png', { type: 'image/png' }));
  expect((await screen.findByRole('alert')).textContent).toBe(why);
  refused = false;
  choose(new File(['ab'], 'me.png', { type: 'image/png' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Remove portrait' })).toBeTruthy();
  expect(recorded.calls.at(-1)).toEqual({ call: UPLOAD, body: { picture: 'YWI=' } });
  expect(recorded.toasts).toEqual(['Portrait saved.']);
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(preview.querySelector('img')?.getAttribute('src')).toBe(
    'https://api.example/uploads/1-a-800.webp',
  );
});

test('adds an uploaded picture and keeps unsaved changes', async () => {
  const UPLOAD = 'POST /api/coach/pictures/';
  const url = 'https://api.example/uploads/1-a-1200.webp';
  const { recorded } = await open({
    [READ]: () => ({ ...profile, gallery: [] }),
    [UPLOAD]: () => ({ ...profile, gallery: [{ url, alt: 'My setup' }] }),
  });
  type(field('Offer'), 'Two for one.');
  const files = [new File(['ab'], 'setup.png', { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText('Add a picture'), { target: { files } });
  await screen.findByLabelText('What the new picture shows');
  await press('Add this picture');
  expect(screen.getByRole('alert').textContent).toBe('Enter what the picture shows.');
  type(field('What the new picture shows'), 'My setup');
  await press('Add this picture');
  expect(await screen.findByRole('button', { name: 'Remove My setup' })).toBeTruthy();
  expect(recorded.calls.at(-1)).toEqual({
    call: UPLOAD,
    body: { use: 'gallery', picture: 'YWI=', alt: 'My setup' },
  });
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  type(field('What it shows'), 'My desk');
  await press('Save profile');
  expect(saved(recorded)).toEqual([
    expect.objectContaining({ special_offer: 'Two for one.', gallery: [{ url, alt: 'My desk' }] }),
  ]);
});

test.each([
  ['Add a picture', 'Add this picture'],
  ['Upload a picture', 'Save portrait'],
])('asks before the page is left with a chosen picture: %s', async (input, action) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 60, height: 72 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await open({ [READ]: () => ({ ...profile, gallery: [], portrait_url: null }) });
  const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isGuarded()).toBe(false);
  const files = [new File(['ab'], 'setup.png', { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText(input), { target: { files } });
  await screen.findByRole('button', { name: action });
  await waitFor(() => expect(isGuarded()).toBe(true));
  await press('Cancel');
  expect(isGuarded()).toBe(false);
});

test('sends what it showed, without changes made elsewhere', async () => {
  const added = { url: 'https://api.example/uploads/1-b-1200.webp', alt: 'My setup' };
  const elsewhere = { url: 'https://api.example/uploads/1-a-1200.webp', alt: 'A trophy' };
  const { recorded } = await open({
    [READ]: () => ({ ...profile, gallery: [] }),
    'POST /api/coach/pictures/': () => ({
      ...{ ...profile, description: 'Changed elsewhere', gallery: [elsewhere, added] },
    }),
  });
  const files = [new File(['ab'], 'setup.png', { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText('Add a picture'), { target: { files } });
  type(await screen.findByLabelText('What the new picture shows'), 'My setup');
  await press('Add this picture');
  await screen.findByRole('button', { name: 'Remove My setup' });
  type(field('Offer'), 'Two for one.');
  await press('Save profile');
  expect(recorded.calls.at(-1)?.body).toMatchObject({
    seen: { description: '**Calm**', special_offer: null, gallery: [added] },
  });
});

test('needs no save after an upload; offers none without the call', async () => {
  await open({
    [READ]: () => ({ ...profile, gallery: [] }),
    'POST /api/coach/pictures/': () => ({
      ...profile,
      gallery: [],
      rank_images: [
        ...profile.rank_images,
        { url: 'https://api.example/uploads/1-b-192.webp', alt: 'Rank: Zenith' },
      ],
    }),
  });
  const files = [new File(['ab'], 'badge.png', { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText('Upload a rank picture'), { target: { files } });
  type(await screen.findByLabelText('Name of the new rank'), 'Rank: Zenith');
  await press('Add this rank');
  expect(await screen.findByRole('button', { name: 'Remove Rank: Zenith' })).toBeTruthy();
  expect(screen.queryByText('Not saved yet.')).toBeNull();
  cleanup();
  await open();
  expect(screen.queryByLabelText('Add a picture')).toBeNull();
  expect(screen.queryByLabelText('Upload a rank picture')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add a rank' })).toBeTruthy();
});

test('keeps edits made while saving and the ids of new services', async () => {
  let respond: () => void = () => {};
  const plan = { id: 7, label: 'Plan', rate: 75, is_hourly: true };
  const { recorded } = await open({
    [SAVE]: (body) =>
      new Promise((resolve) => {
        const services = [...profile.services, plan];
        respond = () => resolve({ ...profile, ...withoutSeen(body), services });
      }),
  });
  await press('Add a service');
  type(field('Service', 2), 'Plan');
  type(field('Price in USD', 2), '75');
  await press('Save profile');
  type(field('Description'), 'I teach aim.');
  type(field('Service', 2), 'Training plan');
  await act(async () => respond());
  expect((field('Description') as HTMLTextAreaElement).value).toBe('I teach aim.');
  expect((field('Service', 2) as HTMLInputElement).value).toBe('Training plan');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  await press('Save profile');
  await act(async () => respond());
  expect(saved(recorded)[1]).toMatchObject({
    description: 'I teach aim.',
    services: [{ id: 1 }, { id: 2 }, { id: 7, label: 'Training plan' }],
  });
});

test.each([
  [503, true],
  [429, true],
  [403, true],
  [400, false],
  [409, false],
  [413, false],
])('after %s, keeps the chosen picture for another try: %s', async (status, isKept) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 60, height: 72 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await open({
    [READ]: () => ({ ...profile, portrait_url: null }),
    'POST /api/coach/portrait/': () =>
      Promise.reject(new ApiError('http', status, { detail: 'Not this time.' })),
  });
  const files = [new File(['ab'], 'me.png', { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText('Upload a picture'), { target: { files } });
  await screen.findByRole('button', { name: 'Save portrait' });
  await press('Save portrait');
  expect((await screen.findByRole('alert')).textContent).toBe('Not this time.');
  expect(Boolean(screen.queryByRole('button', { name: 'Save portrait' }))).toBe(isKept);
});

test('keeps typed text over the limit and names the limit', async () => {
  const { recorded } = await open();
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
  expect(fields.filter(({ maxLength }) => maxLength !== -1)).toEqual([]);
  type(field('Description'), 'x'.repeat(MAX_DESCRIPTION + 1));
  type(field('Offer'), 'x'.repeat(MAX_OFFER + 1));
  await press('Save profile');
  const summary = screen.getByRole('group', { name: 'There is a problem' });
  for (const max of [MAX_DESCRIPTION, MAX_OFFER])
    expect(within(summary).getByRole('link', { name: tooLong(max) })).toBeTruthy();
  expect(saved(recorded)).toEqual([]);
});
