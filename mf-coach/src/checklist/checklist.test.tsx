import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const READ = 'GET /api/coach/checklist/';
const HIDE = 'PATCH /api/coach/checklist/';
const list = (hidden: boolean, ...left: string[]) => ({
  steps: ['portrait', 'hours', 'payouts'].map((step) => ({ step, done: !left.includes(step) })),
  hidden,
  public_page: '/coaches/nova',
  calendar_problem: null as string | null,
});
const open = (checklist: unknown) =>
  openPage(remote, '/coach-dashboard', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => [],
      [READ]: () => checklist,
      [HIDE]: () => list(true),
    },
  });
const steps = () => screen.queryByRole('region', { name: 'First steps' });

test('links the steps that are left, until they are done', async () => {
  await open(list(false, 'portrait', 'payouts'));
  await screen.findByText('1 of 3 done');
  const links = within(steps() as HTMLElement).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Upload your portrait', '/coach/profile'],
    ['Set up payouts', '/coach/earnings'],
  ]);
  expect(screen.getByRole('link', { name: 'View your public page' }).getAttribute('href')).toBe(
    '/coaches/nova',
  );
  cleanup();
  await open(list(false));
  await screen.findByText('No bookings found.');
  expect(steps()).toBeNull();
});

test.each([
  ['portrait', 'Upload your portrait', '/coach/profile'],
  ['name', 'Choose the name students see', '/coach/profile'],
  ['games', 'Choose your games', '/coach/profile'],
  ['hours', 'Set your weekly hours', '/coach/availability'],
  ['price', 'Add a service with a price', '/coach/profile'],
  ['payouts', 'Set up payouts', '/coach/earnings'],
])('links the %s while it is open, and marks it when done', async (step, title, href) => {
  const other = step === 'name' ? 'hours' : 'name';
  const show = (done: boolean) =>
    open({
      ...list(false),
      steps: [
        { step, done },
        { step: other, done: false },
      ],
    });
  await show(false);
  const link = await screen.findByRole('link', { name: title });
  expect(link.getAttribute('href')).toBe(href);
  cleanup();
  await show(true);
  expect(await screen.findByText('Done')).toBeTruthy();
  expect(screen.getByText(title).textContent).toBe(`${title} Done`);
  expect(screen.queryByRole('link', { name: title })).toBeNull();
});

test('hides the steps for good', async () => {
  const { recorded } = await open(list(false, 'payouts'));
  await screen.findByText('2 of 3 done');
  const hide = screen.getByRole('button', { name: 'Hide these steps' });
  hide.focus();
  await act(async () => void fireEvent.click(hide));
  expect(steps()).toBeNull();
  expect(document.activeElement?.tagName).toBe('H1');
  expect(recorded.calls.at(-1)).toEqual({ call: HIDE, body: { hidden: true } });
  cleanup();
  await open(list(true, 'payouts'));
  await screen.findByText('No bookings found.');
  expect(steps()).toBeNull();
});

test('warns about a calendar that cannot be read', async () => {
  await open({ ...list(true), calendar_problem: 'This is not a calendar file.' });
  expect(await screen.findByText(/This is not a calendar file\./)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Check your calendar' });
  expect(link.getAttribute('href')).toBe('/coach/availability');
});
