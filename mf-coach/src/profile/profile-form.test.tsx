import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import type { Profile } from '@carry/remote-kit/own-answers';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
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
  const { recorded } = await openPage(remote, '/coach/profile', {
    auth: { status: 'signed-in' },
    drafts,
    answers: { 'GET /api/coach/profile/': () => profile, ...answers },
  });
  await screen.findByLabelText('Description');
  return () => recorded.calls.filter(({ call }) => call === SAVE).map(({ body }) => body);
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('sends the new id of a service edited while saving', async () => {
  let respond: () => void = () => {};
  const services = [{ id: 9, label: 'Coaching', rate: 30, is_hourly: true }];
  const getBodies = await open({
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

test('keeps an upload when other changes are discarded', async () => {
  const setup = { url: 'https://api.example/uploads/1-a-1200.webp', alt: 'My setup' };
  const base = toDraft(profile);
  const getBodies = await open(
    {
      'POST /api/coach/pictures/': () => ({ ...profile, gallery: [setup] }),
      [SAVE]: () => ({ ...profile, gallery: [setup] }),
    },
    { profile: { edited: { ...base, offer: 'Two for one.' }, base } },
  );
  const files = [new File(['ab'], 'setup.png', { type: 'image/png' })];
  fireEvent.change(screen.getByLabelText('Add a picture'), { target: { files } });
  await screen.findByLabelText('What the new picture shows');
  type('What the new picture shows', 'My setup');
  await press('Add this picture');
  await screen.findByRole('button', { name: 'Remove My setup' });
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  await press('Discard changes');
  expect(screen.queryByText('Not saved yet.')).toBeNull();
  await press('Save profile');
  expect(getBodies()).toEqual([expect.objectContaining({ special_offer: null, gallery: [setup] })]);
});
