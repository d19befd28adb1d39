import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

const widget = useTestWidget();
const REGISTER = 'POST /api/register/';
const open = (answers: Record<string, FakeAnswer> = {}) =>
  openPage(remote, '/register', { ...widget.options, answers });
function fill(email: string, password: string, repeated = password) {
  for (const [label, value] of Object.entries({
    Email: email,
    Password: password,
    'Confirm password': repeated,
  }))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Register' }));
const values = () =>
  ['Email', 'Password', 'Confirm password'].map(
    (label) => (screen.getByLabelText(label) as HTMLInputElement).value,
  );

afterEach(cleanup);

test('opens the page after a registration with the address', async () => {
  const { recorded, router, shell } = await open({
    [REGISTER]: () => ({ detail: 'ok', registration: 'r1' }),
  });
  fill(' kim@example.com ', 'Secret-123!');
  await widget.solve('token-1');
  submit();
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
  expect(recorded.calls).toEqual([
    {
      call: REGISTER,
      body: {
        username: 'kim@example.com',
        email: 'kim@example.com',
        password: 'Secret-123!',
        recaptcha: 'token-1',
      },
    },
  ]);
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/register/done');
  expect(screen.getByText('kim@example.com')).toBeTruthy();
  expect(shell.drafts.load('registration')).toBe('r1');
});

test('reports the address first, the verification before the password', async () => {
  const { recorded } = await open();
  fill('kim', 'weak', 'other');
  submit();
  const refusals = async () =>
    (await screen.findAllByRole('link', { name: /\.$/ })).map(({ textContent }) => textContent);
  expect(await refusals()).toEqual([
    'Please enter a valid email address.',
    'Please complete the reCAPTCHA.',
  ]);
  await widget.solve('token-1');
  submit();
  await screen.findByText('Passwords do not match.', { selector: 'a' });
  expect(await refusals()).toEqual([
    'Please enter a valid email address.',
    'Passwords do not match.',
  ]);
  expect(recorded.calls).toEqual([]);
});

test('keeps the input after a refusal', async () => {
  await open({
    [REGISTER]: () => Promise.reject(new ApiError('http', 400, { detail: 'Try another address.' })),
  });
  fill('kim@example.com', 'Secret-123!');
  await widget.solve('token-1');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Try another address.');
  expect(values()).toEqual(['kim@example.com', 'Secret-123!', 'Secret-123!']);
});

test('updates the password rules while typing', async () => {
  await open();
  const met = () =>
    [...screen.getByRole('list', { name: 'Password rules' }).children].map((rule) =>
      rule.hasAttribute('data-met'),
    );
  expect(met()).toEqual([false, false, false]);
  fill('kim@example.com', 'abcdefg1');
  expect(met()).toEqual([true, true, false]);
});

test.each([
  ['none', []],
  ['terms', ['Terms']],
  ['privacy', ['Privacy']],
  ['terms privacy', ['Terms', 'Privacy']],
])('asks for consent on a site with the texts %s', async (texts, names) => {
  const site = { settings: { ...widget.options.site.settings, texts } };
  await openPage(remote, '/register', { ...widget.options, site });
  expect(screen.queryAllByText(/By registering/)).toHaveLength(Number(names.includes('Terms')));
  const links = screen.queryAllByRole('link', { name: /^(Terms|Privacy)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
});
