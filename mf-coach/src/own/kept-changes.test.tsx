import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import type { Profile } from '@carry/remote-kit/own-answers';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { toDraft } from '../profile/draft';
import remote from '../remote';

afterEach(cleanup);

const profile = {
  ...{ name: 'Nova', description: 'Calm', image_url: null, special_offer: null },
  ...{ meeting_url: null, portrait_url: null, gallery: [] },
  rank_images: [],
  services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  picture_origins: ['https://api.example'],
};
const hours = {
  time_zone: 'Europe/Berlin',
  weekly: [[], [{ start: '14:00', end: '22:00' }], [], [], [], [], []],
  special: [],
  ...{ buffer_minutes: 15, notice_minutes: 120, days_ahead: 60 },
};
const getChange = (body: unknown) => {
  const { seen: _, services: __, ...change } = body as { seen?: unknown; services?: unknown };
  return change;
};

interface Page {
  draft: string;
  path: string;
  call: string;
  data: object;
  /** Field of the form that the test edits, with its stored value. */
  field: string;
  stored: string;
  save: string;
}

const pages: Page[] = [
  {
    draft: 'availability',
    path: '/coach/availability',
    call: '/api/coach/availability/',
    data: hours,
    field: 'Days ahead',
    stored: '60',
    save: 'Save availability',
  },
  {
    draft: 'profile',
    path: '/coach/profile',
    call: '/api/coach/profile/',
    data: profile,
    field: 'Offer',
    stored: '',
    save: 'Save profile',
  },
];

async function open(
  { path, call, data, field }: Page,
  drafts: Record<string, unknown> = {},
  save: FakeAnswer = (body) => ({ ...data, ...getChange(body) }),
) {
  const page = await openPage(remote, path, {
    auth: { status: 'signed-in' },
    drafts,
    answers: { [`GET ${call}`]: () => data, [`PATCH ${call}`]: save },
  });
  await screen.findByLabelText(field);
  return page;
}
const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(input(label), { target: { value } }));
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const NOTE = /Your unsaved changes are still here/;

async function editOnce(page: Page) {
  const opened = await open(page);
  await type(page.field, '14');
  return opened;
}

/** Opens the page again with the drafts that the first page left, as after a reload. */
async function reload(page: Page, { shell }: Awaited<ReturnType<typeof open>>) {
  const draft = JSON.parse(JSON.stringify(shell.drafts.load(page.draft)));
  cleanup();
  return open(page, { [page.draft]: draft });
}

describe.each(pages)('unsaved changes of $path', (page) => {
  const { draft, field, stored, save } = page;

  test('survive a reload, until they are saved', async () => {
    const first = await open(page);
    expect(screen.queryByText(NOTE)).toBeNull();
    await type(field, '14');
    const { shell, recorded } = await reload(page, first);
    expect(input(field).value).toBe('14');
    expect(screen.getByText(NOTE)).toBeTruthy();
    expect(screen.getByText('Not saved yet.')).toBeTruthy();
    await press(save);
    expect(recorded.toasts).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
    expect(shell.drafts.load(draft)).toBeNull();
  });

  test('can be discarded after a reload', async () => {
    const first = await open(page);
    await type(field, '14');
    const { shell } = await reload(page, first);
    screen.getByRole('button', { name: 'Discard changes' }).focus();
    await press('Discard changes');
    expect(document.activeElement?.tagName).toBe('H1');
    expect(input(field).value).toBe(stored);
    expect([screen.queryByText(NOTE), screen.queryByText('Not saved yet.')]).toEqual([null, null]);
    expect(shell.drafts.load(draft)).toBeNull();
  });

  test('end with a confirmed leave', async () => {
    const { router, shell, recorded } = await open(page);
    await type(field, '14');
    await act(() => router.navigate('/coach/reviews'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/coach/reviews'));
    expect(recorded.confirms).toHaveLength(1);
    expect(shell.drafts.load(draft)).toBeNull();
  });

  test('ignore a draft of another format', async () => {
    const { shell } = await open(page, {
      [draft]: { edited: { ...page.data, days_ahead: 'many', offer: 7 }, base: page.data },
    });
    expect(input(field).value).toBe(stored);
    expect(shell.drafts.load(draft)).toBeNull();
  });

  test('survive a refused save after another tab has saved', async () => {
    let refuse = () => {};
    const answer = () =>
      new Promise((_, reject) => (refuse = () => reject(new ApiError('http', 409))));
    const first = await open(page, {}, answer);
    await type(field, '14');
    await press(save);
    await type(field, '15');
    first.shell.drafts.clear(draft); // by the other tab
    await act(async () => refuse());
    await screen.findByRole('alert');
    await reload(page, first);
    expect(input(field).value).toBe('15');
  });

  test.each([save, 'Discard changes'])(
    'of another tab stay in the draft after %s',
    async (button) => {
      const { shell } = await reload(page, await editOnce(page));
      const other = { edited: { ...page.data, days_ahead: 21 }, base: page.data };
      shell.drafts.save(draft, other);
      await press(button);
      expect(screen.queryByText('Not saved yet.')).toBeNull();
      expect(shell.drafts.load(draft)).toEqual(other);
    },
  );

  test('of another tab stay in the draft after a confirmed leave', async () => {
    const { router, shell } = await editOnce(page);
    shell.drafts.save(draft, 'other');
    await act(() => router.navigate('/coach/reviews'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/coach/reviews'));
    expect(shell.drafts.load(draft)).toBe('other');
  });

  test('are not kept after a confirmed leave if the save fails', async () => {
    let fail = () => {};
    const answer = () => new Promise((_, reject) => (fail = () => reject(new Error('offline'))));
    const { router, shell } = await open(page, {}, answer);
    await type(field, '14');
    await press(save);
    await act(() => router.navigate('/coach/reviews'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/coach/reviews'));
    await act(async () => fail());
    expect(shell.drafts.load(draft)).toBeNull();
  });

  test('do not arise from a failed save of an untouched form', async () => {
    const { shell } = await open(page, {}, () => Promise.reject(new ApiError('http', 500)));
    await press(save);
    await screen.findByRole('alert');
    expect([screen.queryByText('Not saved yet.'), shell.drafts.load(draft)]).toEqual([null, null]);
  });
});

test('keeps what was saved elsewhere in fields without changes', async () => {
  const [page] = pages as [Page];
  const edited = { ...hours, days_ahead: 14 };
  await open(
    { ...page, data: { ...hours, time_zone: 'Asia/Tokyo' } },
    { availability: { edited, base: hours } },
  );
  expect([input('Your time zone').value, input('Days ahead').value]).toEqual(['Asia/Tokyo', '14']);
});

describe('restored drafts', () => {
  const [availability, profilePage] = pages as [Page, Page];
  const off = (date: string) => ({ date, windows: [] });
  const nine = [{ start: '09:00', end: '12:00' }];
  const ten = [{ start: '10:00', end: '12:00' }];
  const onMonday = (windows: object[]) => hours.weekly.map((day, at) => (at === 1 ? windows : day));

  async function save(page: Page, data: object, draft: object) {
    const { recorded } = await open({ ...page, data }, { [page.draft]: draft });
    const isRestored = screen.queryByText(NOTE) !== null;
    const note = screen.queryByText(/^Also changed elsewhere/)?.textContent ?? null;
    await press(page.save);
    const body = recorded.calls.find(({ call }) => call.startsWith('PATCH'))?.body;
    return { isRestored, note, body };
  }
  const saveHours = (saved: object, edited: object, base: object = {}) =>
    save(
      availability,
      { ...hours, ...saved },
      { edited: { ...hours, ...edited }, base: { ...hours, ...base } },
    );
  const saveProfile = (saved: object, edited: object, base: object = {}) => {
    const draft = toDraft({ ...profile, ...base } as Profile);
    return save(
      profilePage,
      { ...profile, ...saved },
      { edited: { ...draft, ...edited }, base: draft },
    );
  };
  const coaching = { key: 1, id: 1, label: 'Coaching', rate: '25', hourly: true };
  const plan = { key: 2, id: null, label: 'Plan', rate: '75', hourly: false };
  const sent = (id: number | null, label: string, rate: number) => ({
    ...{ id, label, rate, is_hourly: label !== 'Plan' },
  });

  test('keep days off saved elsewhere', async () => {
    const { note, body } = await saveHours(
      { special: [off('2026-12-24')] },
      { special: [off('2026-12-23'), off('2026-12-31')] },
    );
    expect(body).toMatchObject({
      special: [off('2026-12-23'), off('2026-12-24'), off('2026-12-31')],
    });
    expect(note).toBeNull();
  });

  test('keep weekdays saved elsewhere', async () => {
    const { body } = await saveHours(
      { weekly: onMonday([]) },
      { weekly: hours.weekly.map((day, at) => (at === 3 ? nine : day)) },
    );
    expect(body).toMatchObject({ weekly: [[], [], [], nine, [], [], []] });
  });

  test('name days also changed elsewhere', async () => {
    const base = { special: [off('2026-12-24')] };
    const { note, body } = await saveHours(
      { weekly: onMonday(nine), special: [{ date: '2026-12-24', windows: nine }] },
      { weekly: onMonday(ten), special: [] },
      base,
    );
    expect(body).toMatchObject({ weekly: onMonday(ten), special: [] });
    expect(note).toBe(
      'Also changed elsewhere: Monday; Thu, Dec 24, 2026. Saving replaces those changes with yours.',
    );
  });

  test('keep games saved elsewhere', async () => {
    const introduction = { games: ['lol'], languages: ['en'], country: null, clip: null };
    const { note, body } = await saveProfile(
      { ...introduction, games: ['lol', 'dota-2'] },
      { introduction: { games: [], languages: ['en', 'de'], country: '', clip: '' } },
      introduction,
    );
    expect(body).toMatchObject({ games: ['dota-2'], languages: ['en', 'de'] });
    expect(note).toBeNull();
  });

  test('keep a new price and its service id', async () => {
    const { note, body } = await saveProfile(
      { services: [sent(9, 'Coaching', 30), sent(10, 'Review', 18)] },
      { services: [{ ...coaching, label: 'Live coaching' }, plan] },
    );
    expect(body).toMatchObject({
      services: [sent(9, 'Live coaching', 30), sent(10, 'Review', 18), sent(null, 'Plan', 75)],
    });
    expect(note).toBeNull();
  });

  test('send no retired service id', async () => {
    const { note, body } = await saveProfile(
      { services: [sent(8, 'Review', 18)] },
      { services: [{ ...coaching, rate: '27' }] },
    );
    expect(body).toMatchObject({ services: [sent(8, 'Review', 18), sent(null, 'Coaching', 27)] });
    expect(note).toMatch(/elsewhere: Services and prices\. /);
  });

  test.each([
    ['new', [coaching, plan], [sent(1, 'Coaching', 25), sent(2, 'Plan', 75)]],
    ['renamed', [{ ...coaching, label: 'Live ' }], [sent(9, 'Live', 25)]],
    ['repriced', [{ ...coaching, rate: '30,00' }], [sent(9, 'Coaching', 30)]],
    [
      'replaced',
      [
        { ...coaching, label: 'Live' },
        { ...coaching, key: 2, id: null },
      ],
      [sent(8, 'Live', 25), sent(9, 'Coaching', 25)],
    ],
    [
      'equal',
      [coaching, plan, { ...plan, key: 3 }],
      [coaching, plan, plan].map((row, index) => sent(index + 1, row.label, Number(row.rate))),
    ],
  ])('end if the response of their save was lost: %s service', async (_, services, saved) => {
    const { isRestored, body } = await saveProfile({ services: saved }, { services });
    expect(body).toMatchObject({ services: saved });
    expect(isRestored).toBe(false);
  });

  test('keep an order saved elsewhere', async () => {
    const services = [sent(1, 'Coaching', 25), sent(2, 'Review', 18)];
    const { body } = await saveProfile(
      { services: [...services].reverse() },
      { services: [coaching, { ...coaching, key: 2, id: 2, label: 'Review', rate: '20' }] },
      { services },
    );
    expect(body).toMatchObject({ services: [sent(2, 'Review', 20), services[0]] });
  });

  test('drop pictures deleted elsewhere', async () => {
    const picture = (name: string, alt = name) => ({
      ...{ url: `https://api.example/uploads/${name}.webp`, alt },
    });
    const { body } = await saveProfile(
      { gallery: [picture('b'), picture('c')] },
      {
        gallery: [
          { key: 1, ...picture('a', 'Desk') },
          { key: 2, ...picture('b', 'Setup') },
        ],
      },
      { gallery: [picture('a'), picture('b')] },
    );
    expect(body).toMatchObject({ gallery: [picture('b', 'Setup'), picture('c')] });
  });
});
