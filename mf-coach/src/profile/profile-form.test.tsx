import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import type { Profile } from '@carry/remote-kit/own-answers';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import remote from '../remote';
import { toDraft } from './draft';

afterEach(cleanup);

const SAVE = 'PATCH /api/coach/profile/';
const profile: Profile = {
  ...{ name: 'Nova', description: 'Calm', image_url: null, special_offer: null },
  ...{ portrait_url: null, gallery: [], rank_images: [] },
  services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  picture_origins: ['https://api.example'],
};

async function open(answers: Record<string, FakeAnswer>, drafts: Record<string, unknown> = {}) {
  const { shell, recorded } = await openPage(remote, '/coach/profile', {
    auth: { status: 'signed-in' },
    drafts,
    answers: { 'GET /api/coach/profile/': () => profile, ...answers },
  });
  await screen.findByLabelText('Description');
  const getBodies = (call = SAVE) =>
    recorded.calls.filter((made) => made.call === call).map(({ body }) => body);
  return { shell, getBodies };
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('sends the new id of a service edited while saving', async () => {
  let respond: () => void = () => {};
  const services = [{ id: 9, label: 'Coaching', rate: 30, is_hourly: true }];
  const { getBodies } = await open({
    [SAVE]: () => new Promise((resolve) => (respond = () => resolve({ ...profile, services }))),
  });
  type('Price in USD', '30');
  await press('Save profile');
  type('Service', 'Live coaching');
  await act(async () => respond());
  await press('Save profile');
  expect(getBodies()[1]).toMatchObject({
    services: [{ id: 9, label: 'Live coaching', rate: 30 }],
    seen: { services },
  });
});

const UPLOAD = 'POST /api/coach/pictures/';
const setup = { url: 'https://api.example/uploads/1-a-1200.webp', alt: 'My setup' };
const choose = async (name = 'setup.png') => {
  const files = [new File(['ab'], name, { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText('Add a picture'), { target: { files } });
  await screen.findByLabelText('What the new picture shows');
  type('What the new picture shows', 'My setup');
};

test('keeps an upload when other changes are discarded', async () => {
  const base = toDraft(profile);
  const { getBodies } = await open(
    {
      [UPLOAD]: () => ({ ...profile, gallery: [setup] }),
      [SAVE]: () => ({ ...profile, gallery: [setup] }),
    },
    { profile: { edited: { ...base, offer: 'Two for one.' }, base } },
  );
  await choose();
  await press('Add this picture');
  await screen.findByRole('button', { name: 'Remove My setup' });
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  await press('Discard changes');
  expect(screen.queryByText('Not saved yet.')).toBeNull();
  await press('Save profile');
  expect(getBodies()).toEqual([expect.objectContaining({ special_offer: null, gallery: [setup] })]);
});

test("keeps another tab's draft after an upload", async () => {
  const { shell } = await open({ [UPLOAD]: () => ({ ...profile, gallery: [setup] }) });
  const base = toDraft(profile);
  const draft = { edited: { ...base, offer: 'Two for one.' }, base };
  shell.drafts.save('profile', draft);
  await choose();
  await press('Add this picture');
  await screen.findByRole('button', { name: 'Remove My setup' });
  expect(shell.drafts.load('profile')).toEqual(draft);
});

test('explains a failed upload without a preview', async () => {
  const detail = 'Many pictures are being uploaded right now.';
  await open({ [UPLOAD]: () => Promise.reject(new ApiError('http', 503, { detail })) });
  await choose();
  await press('Add this picture');
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});

describe('a picture whose upload had no response', () => {
  /** Uploads a picture that is stored, without a response. */
  async function upload() {
    let gallery: { url: string; alt: string }[] = [];
    const page = await open({
      'GET /api/coach/profile/': () => ({ ...profile, gallery }),
      [UPLOAD]: () => {
        gallery = [...gallery, { ...setup, url: setup.url.replace('1-a', `1-${gallery.length}`) }];
        return Promise.reject(new ApiError('timeout', 0));
      },
      [SAVE]: (body) => ({ ...profile, ...(body as object) }),
    });
    await choose();
    await press('Add this picture');
    await screen.findByRole('alert');
    return page;
  }

  test('is shown instead of uploaded again', async () => {
    const { getBodies } = await upload();
    await press('Add this picture');
    await screen.findByRole('button', { name: 'Remove My setup' });
    await press('Save profile');
    expect(getBodies(UPLOAD)).toHaveLength(1);
    const gallery = [{ ...setup, url: setup.url.replace('1-a', '1-0') }];
    expect(getBodies()).toMatchObject([{ gallery, seen: { gallery } }]);
  });

  test('does not replace another file', async () => {
    const { getBodies } = await upload();
    await press('Cancel');
    await choose('desk.png');
    await press('Add this picture');
    await screen.findByRole('alert');
    expect(getBodies(UPLOAD)).toHaveLength(2);
  });
});
