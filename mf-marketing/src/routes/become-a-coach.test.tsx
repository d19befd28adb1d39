import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const APPLY = 'POST /api/coach-applications/';
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send application' })));

test('sends a complete application', async () => {
  const { recorded } = await openPage(remote, '/become-a-coach', {
    answers: { [APPLY]: () => ({ detail: 'ok' }) },
  });
  await send();
  expect(recorded.calls).toEqual([]);
  expect(screen.getByText('There is a problem')).toBeTruthy();
  fill('Name that students see', 'Vex');
  fill('Your email', 'vex@example.com');
  fill('Game', 'lol');
  fill('Rank and results', 'Challenger');
  fill('Proof', 'https://profiles.example/vex');
  fill('How you coach', 'Mid lane.');
  await send();
  expect(await screen.findByText(/Thanks! We'll look at your application/)).toBeTruthy();
  expect(recorded.calls[0]).toEqual({
    call: APPLY,
    body: {
      ...{ name: 'Vex', email: 'vex@example.com', game: 'lol', rank: 'Challenger' },
      ...{ links: 'https://profiles.example/vex', about: 'Mid lane.' },
      time_zone: expect.any(String),
    },
  });
});

const late = 'Too many attempts. Please try again in 9 minutes.';
test.each([
  [429, late, late],
  [404, 'Not found.', "You can't apply here yet. Please contact us instead."],
])('keeps the input when the server refuses with %i', async (status, detail, why) => {
  await openPage(remote, '/become-a-coach', {
    answers: { [APPLY]: () => Promise.reject(new ApiError('http', status, { detail })) },
  });
  for (const [label, value] of [
    ['Name that students see', 'Vex'],
    ['Your email', 'vex@example.com'],
    ['Game', 'lol'],
    ['Rank and results', 'Challenger'],
    ['Proof', 'https://profiles.example/vex'],
    ['How you coach', 'Mid lane.'],
  ] as const)
    fill(label, value);
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain(why);
  expect((screen.getByLabelText('Proof') as HTMLTextAreaElement).value).toContain('vex');
});

test('keeps the texts as a draft until they are sent', async () => {
  const { shell, router } = await openPage(remote, '/become-a-coach', {
    answers: { [APPLY]: () => ({ detail: 'ok' }) },
  });
  fill('Name that students see', 'Vex');
  fill('How you coach', 'Mid lane.');
  await act(() => router.navigate('/elsewhere'));
  expect(screen.queryByLabelText('How you coach')).toBeNull();
  await act(() => router.navigate('/become-a-coach'));
  expect(await screen.findByDisplayValue('Mid lane.')).toBeTruthy();
  fill('Your email', 'vex@example.com');
  fill('Game', 'lol');
  fill('Rank and results', 'Challenger');
  fill('Proof', 'https://profiles.example/vex');
  expect(shell.drafts.keys()).toEqual(['application']);
  await send();
  await screen.findByText(/Thanks!/);
  expect(shell.drafts.keys()).toEqual([]);
});
