import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };
const kim = { id: 3, email: 'kim@example.com', since: '2026-11-01T12:00:00Z', enrolled: true };
const zoe = { ...kim, id: 4, email: 'zoe@example.com', enrolled: false };

const open = (answers = {}, confirm = true) =>
  openPage(remote, '/operator/operators', {
    ...signedIn,
    confirm,
    answers: { 'GET /api/operator/operators/': () => [kim, zoe], ...answers },
  });

const sendCode = (label: string, action: string, code = '123456') => {
  fireEvent.click(screen.getByRole('button', { name: label }));
  const field = document.activeElement as HTMLInputElement;
  fireEvent.change(field, { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: action }));
};

test('resets a second factor and takes a role with a code', async () => {
  const { recorded } = await open({
    'POST /api/operator/operators/3/reset/': () => ({ detail: 'Reset' }),
    'POST /api/operator/operators/4/remove/': () => ({ detail: 'Removed' }),
  });
  expect(screen.getByText('Not set up yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Reset the second factor/ })).toHaveLength(1);
  sendCode('Reset the second factor of kim@example.com', 'Reset second factor');
  await waitFor(() => expect(recorded.toasts).toEqual(['Reset']));
  sendCode('Remove zoe@example.com', 'Remove operator');
  await waitFor(() => expect(recorded.toasts).toEqual(['Reset', 'Removed']));
  expect(recorded.calls.filter(({ body }) => body).map(({ body }) => body)).toEqual([
    { code: '123456' },
    { code: '123456' },
  ]);
});

test('explains a wrong code and keeps the form', async () => {
  const detail = "That code isn't right, or it was used before.";
  const wrong = () => Promise.reject(new ApiError('http', 403, { detail }));
  const { recorded } = await open({ 'POST /api/operator/operators/4/remove/': wrong });
  sendCode('Remove zoe@example.com', 'Remove operator');
  expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0);
  expect(recorded.toasts).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove zoe@example.com'),
  );
});

test('offers no action on the own account', async () => {
  await open({ 'GET /api/operator/operators/': () => [{ ...kim, own: true }, zoe] });
  expect(screen.getByText(/^This is you\./)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^(Reset|Remove)/ })).toHaveLength(1);
});

const RENEW = 'POST /api/operator/second-factor/recovery-codes/';
const enterCode = (code: string) => {
  fireEvent.change(screen.getByLabelText('6-digit code from the app'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Get new codes' }));
};

test('shows new recovery codes once, for a code of the app', async () => {
  const { recorded } = await open({
    [RENEW]: () => ({ enrolled: true, until: null, recovery_codes: 10, codes: ['AAAA-BBBB'] }),
  });
  enterCode(' 123456 ');
  expect(await screen.findByText('AAAA-BBBB')).toBeTruthy();
  expect(recorded.calls).toContainEqual({ call: RENEW, body: { code: '123456' } });
  expect(document.activeElement?.textContent).toBe('Save your recovery codes');
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await waitFor(() => expect(warns()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: "I've saved them" }));
  await waitFor(() => expect(screen.queryByText('AAAA-BBBB')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Operators'));
  await waitFor(() => expect(warns()).toBe(false));
});

test('keeps the recovery codes after a wrong code', async () => {
  const detail = "That code isn't right, or it was used before.";
  await open({ [RENEW]: () => Promise.reject(new ApiError('http', 403, { detail })) });
  enterCode('123456');
  expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Save your recovery codes')).toBeNull();
});

test('adds an operator after a question', async () => {
  const { recorded } = await open({ 'POST /api/operator/operators/': () => ({ id: 5 }) });
  fireEvent.click(screen.getByRole('button', { name: 'Add operator' }));
  const [problems = document.body] = await screen.findAllByRole('group');
  expect(
    within(problems)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Email is required.', 'Please enter a code.']);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'max@example.com' } });
  fireEvent.change(screen.getByLabelText('Your 6-digit code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add operator' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['max@example.com is an operator now']));
  expect(recorded.confirms).toHaveLength(1);
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/operators/',
    body: { email: 'max@example.com', code: '123456' },
  });
});

test('adds no operator without a confirmation', async () => {
  const { recorded } = await open({}, false);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'max@example.com' } });
  fireEvent.change(screen.getByLabelText('Your 6-digit code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add operator' }));
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  expect(recorded.calls).toHaveLength(1);
});
