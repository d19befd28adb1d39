import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
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
const drop = (body: unknown) => {
  const { seen: _, ...change } = body as { seen?: unknown };
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

async function open({ path, call, data, field }: Page, drafts: Record<string, unknown> = {}) {
  const stored: FakeAnswer = (body) => ({ ...data, ...drop(body) });
  const page = await openPage(remote, path, {
    auth: { status: 'signed-in' },
    drafts,
    answers: { [`GET ${call}`]: () => data, [`PATCH ${call}`]: stored },
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
    await press('Discard changes');
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
