import { Button, TextareaField, TextField } from '@carry/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, Link, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { defineRemote } from '../route/remote';
import { createFakeShell } from '../testing/fake-shell';
import { openPage } from '../testing/test-page';
import { Form } from './form';
import { LEAVING } from './use-action';
import { type Outcome, textOf, useForm } from './use-form';

type Fields = 'first' | 'second';
type Submit = (values: FormData) => Promise<Outcome<Fields> | typeof LEAVING | undefined>;

function Sample({ submit, initial }: { submit: Submit; initial?: Outcome<Fields> }) {
  const form = useForm<Fields>('sample', submit, initial);
  return (
    <Form of={form}>
      <TextField {...form.field('first')} label="First" hint="Help." />
      <TextField {...form.field('second')} label="Second" />
      <Button type="submit" busy={form.busy} busyLabel="Sending...">
        Send
      </Button>
      <p role="status">{form.outcome.success}</p>
      <Link to="/elsewhere">Leave</Link>
    </Form>
  );
}

async function open(initial?: Outcome<Fields>) {
  let answer: (outcome: Awaited<ReturnType<Submit>>) => void = () => {};
  const submit = vi.fn<Submit>(() => new Promise((resolve) => (answer = resolve)));
  const Page = () => <Sample submit={submit} {...(initial && { initial })} />;
  const remote = defineRemote(() => [
    { id: 'form', path: '/', Component: Page },
    { id: 'elsewhere', path: '/elsewhere', Component: () => <h1>Elsewhere</h1> },
  ]);
  const { recorded } = await openPage(remote, '/');
  const send = () => act(async () => fireEvent.submit(document.forms[0] as HTMLFormElement));
  const end = (outcome: Awaited<ReturnType<Submit>>) => act(async () => answer(outcome));
  return { recorded, submit, send, end };
}
const first = () => screen.getByLabelText('First');
const getDescriptions = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

afterEach(cleanup);

test('announces one error at its focused field and keeps the input', {
  tags: ['@extra-B6'],
}, async () => {
  const { recorded, send, end, submit } = await open();
  fireEvent.change(first(), { target: { value: ' typed ' } });
  await send();
  await end({ errors: { first: 'Too short.' } });
  expect(textOf(submit.mock.calls[0]?.[0] as FormData, 'first')).toBe(' typed ');
  expect(screen.getByRole('alert').textContent).toBe('Too short.');
  expect(first().getAttribute('aria-invalid')).toBe('true');
  expect(getDescriptions(first())).toEqual(['Help.', 'Too short.']);
  expect(document.activeElement).toBe(first());
  expect(recorded.flags).toBe(1);
  expect((first() as HTMLInputElement).value).toBe(' typed ');
  await send();
  await end({ success: 'Done.' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(first().hasAttribute('aria-invalid')).toBe(false);
  expect([recorded.flags, screen.getByRole('status').textContent]).toEqual([0, 'Done.']);
});

test('focuses an error summary that links to each field', {
  tags: ['@extra-x3', '@extra-B6'],
}, async () => {
  const { send, end } = await open();
  await send();
  await end({ errors: { first: 'Too short.', second: 'Too long.' } });
  const summary = screen.getByRole('group', { name: 'There is a problem' });
  expect(document.activeElement).toBe(summary);
  expect([...summary.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Too short.',
    'Too long.',
  ]);
  expect(screen.queryByRole('alert')).toBeNull(); // the focus announces it
  fireEvent.click(screen.getByRole('link', { name: 'Too long.' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Second'));
  expect(location.hash).toBe('');
});

test('announces a form error and describes its fields', async () => {
  const { recorded, send, end } = await open();
  await send();
  await end({ error: 'Both are wrong.', about: ['first'] });
  const problem = screen.getByRole('alert');
  expect([problem.textContent, document.activeElement]).toEqual(['Both are wrong.', problem]);
  expect(getDescriptions(first())).toEqual(['Help.', 'Both are wrong.']);
  expect(screen.getByLabelText('Second').hasAttribute('aria-invalid')).toBe(false);
  expect(recorded.flags).toBe(1);
});

test('shows an initial error without moving the focus', async () => {
  await open({ error: 'The link is incomplete.' });
  expect(screen.getByRole('alert').textContent).toBe('The link is incomplete.');
  expect(document.activeElement).toBe(document.body);
});

test('ignores a second submit while the first is running', async () => {
  const { send, end, submit } = await open();
  await send();
  await send();
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  expect(submit).toHaveBeenCalledTimes(1);
  await end(undefined);
  await send();
  expect(submit).toHaveBeenCalledTimes(2);
});

test('makes text fields read-only while busy, without losing the focus', async () => {
  const { send, end } = await open();
  act(() => first().focus());
  await send();
  expect((first() as HTMLInputElement).readOnly).toBe(true);
  expect(document.activeElement).toBe(first());
  await end({ error: 'Please try again.' });
  expect((first() as HTMLInputElement).readOnly).toBe(false);
});

test.each([
  [
    'the bfcache restores the page',
    () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
  ['the visitor returns from an app', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the page is still there after 10 s', () => vi.advanceTimersByTime(10_000)],
])('stays busy while leaving, until %s', async (_, stay) => {
  const { send, end } = await open();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await send();
  await end(LEAVING);
  act(() => void vi.advanceTimersByTime(9000));
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeTruthy();
  act(() => void stay());
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
});

test('allows navigation during a pending submission', async () => {
  const { send } = await open();
  await send();
  fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy());
});

test('does not submit before hydration', async () => {
  await open();
  expect(document.forms[0]?.method).toBe('dialog');
});

test('sends values that were filled in without an event', { tags: ['@extra-B6'] }, async () => {
  const sent: string[] = [];
  function Order() {
    const [contact, setContact] = useState('');
    const [details, setDetails] = useState('');
    const form = useForm('order', async () => void sent.push(contact, details));
    return (
      <Form of={form}>
        <TextField
          {...form.field('contact' as never)}
          label="Contact"
          value={contact}
          onChange={({ target }) => setContact(target.value)}
        />
        <TextareaField
          {...form.field('details' as never)}
          label="Details"
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
      </Form>
    );
  }
  await openPage(
    defineRemote(() => [{ id: 'form', path: '/', Component: Order }]),
    '/',
  );
  const contact = screen.getByLabelText('Contact') as HTMLInputElement;
  contact.value = 'rook';
  fireEvent.change(screen.getByLabelText('Details'), { target: { value: 'typed' } });
  expect(contact.value).toBe('rook');
  await act(async () => fireEvent.submit(document.forms[0] as HTMLFormElement));
  expect(sent).toEqual(['rook', 'typed']);
});

test('asks for JavaScript in the HTML of the server', () => {
  const Component = () => <Sample submit={async () => undefined} />;
  const remote = defineRemote(() => [{ id: 'form', path: '/', Component }]);
  const routes = remote.createRoutes(createFakeShell().shell) as RouteObject[];
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter(routes)} />);
  expect(html).toMatch(/<form[^>]*><noscript><p>This form needs JavaScript\./);
});
