import { ApiError } from '@carry/remote-kit';
import { createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  choose,
  chooseZone,
  createAnswers,
  fill,
  NOW,
  openCoachPage,
  quantity,
} from '../../test/coach-page';
import remote from '../remote';

const home = process.env['TZ'];

let answers: Record<string, FakeAnswer>;
const start = () => createFakeShell({ auth: { status: 'signed-in' }, answers, now: () => NOW });
const open = (fake: ReturnType<typeof start>) => openCoachPage(remote, fake);

beforeEach(() => {
  process.env['TZ'] = 'UTC';
  answers = createAnswers(['09:00', '10:00', '15:00']);
});
afterEach(() => {
  cleanup();
  process.env['TZ'] = home;
});

test('searches time zones by keyboard; Escape keeps the current zone', {
  tags: ['@fault-14.7'],
}, async () => {
  await open(start());
  const change = screen.getByRole('button', { name: 'Change time zone' });
  fireEvent.click(change);
  const search = await screen.findByRole('combobox', { name: 'Show times in' });
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  expect(document.activeElement).toBe(search);
  expect(options()).toEqual(['My time zone: UTC (GMT+00:00)']);
  fill('Show times in', 'america');
  expect(options()).toHaveLength(9);
  expect(selected()).toMatch(/^America\/Adak/);
  fireEvent.keyDown(search, { key: 'ArrowUp' });
  expect(selected()).toMatch(/^My time zone/);
  fireEvent.keyDown(search, { key: 'ArrowUp' });
  expect(selected()).toBe(options().at(-1));
  fireEvent.keyDown(search, { key: 'Escape' });
  expect([screen.queryByRole('combobox'), document.activeElement]).toEqual([null, change]);
  await chooseZone('sao paulo');
  expect(screen.getByText(/^All times are in: America\/Sao Paulo/)).toBeTruthy();
  fireEvent.click(change);
  fireEvent.click(await screen.findByRole('option', { name: /^My time zone/ }));
  expect(screen.getByText(/^All times are in your local time zone: UTC/)).toBeTruthy();
});

test('steps the quantity, never below 1, even from invalid input', async () => {
  await open(start());
  const field = screen.getByLabelText('Quantity (hour(s))') as HTMLInputElement;
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  press('One less');
  expect(field.value).toBe('1');
  press('One more');
  expect(field.value).toBe('2');
  press('One less');
  expect(field.value).toBe('1');
  quantity('');
  press('One more');
  expect(field.value).toBe('1');
});

test('leaves the quantity alone when the mouse wheel turns over it', async () => {
  await open(start());
  const field = screen.getByLabelText('Quantity (hour(s))');
  field.focus();
  fireEvent.wheel(field);
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['and the time zone to our server', { cancel_hours: 12 }, 'UTC'],
  ['alone to another server', {}, undefined],
])('sends trimmed texts %s', async (_, more, time_zone) => {
  answers['GET /api/coaches/7/'] = () => ({ id: 7, name: 'Nova', description: 'Aim.', ...more });
  answers['POST /api/create-booking/'] = () => Promise.reject(new ApiError('http', 503));
  const fake = start();
  await open(fake);
  choose(1, '9:00 AM');
  fill('Contact info', ' kim ');
  fill('Details', ' aim ');
  fireEvent.click(screen.getByRole('button', { name: 'Book Now' }));
  await waitFor(() => expect(fake.recorded.alerts).toHaveLength(1));
  const order = fake.recorded.calls.find(({ call }) => call === 'POST /api/create-booking/')?.body;
  expect(order).toMatchObject({ contact_info: 'kim', details: 'aim', quantity: 1 });
  expect(Object(order).time_zone).toBe(time_zone);
});

test('shows a notice instead of the form without services', async () => {
  answers['GET /api/coaches/7/services/'] = () => [];
  await openPage(remote, '/booking/7', { answers, now: () => NOW });
  expect(await screen.findByText(/isn't taking bookings right now/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find a coach' }).getAttribute('href')).toBe('/');
  expect([screen.queryByRole('form'), screen.queryByRole('button', { name: 'Book Now' })]).toEqual([
    null,
    null,
  ]);
});

test('explains an empty week and too few free hours', async () => {
  answers = createAnswers(['09:00', '10:00']);
  await open(start());
  const group = () => within(screen.getByRole('group', { name: 'Time slot' }));
  expect(group().queryByText(/in the next 7 days/)).toBeNull();
  quantity('2');
  expect(group().queryByText(/in the next 7 days/)).toBeNull();
  answers = createAnswers(['09:00', '11:00'], { '09:00': 60, '11:00': 60 });
  await open(start());
  const regions = group().getAllByRole('status');
  quantity('2');
  const refusal = 'No 2-hour slot is free in the next 7 days. Please choose fewer hours.';
  expect(regions).toContain(group().getByText(refusal).parentElement);
  answers = createAnswers([]);
  await open(start());
  expect(group().getByText(/^has no free times in the next 7 days\./).textContent).toMatch(
    /^Nova has no free times/,
  );
});
