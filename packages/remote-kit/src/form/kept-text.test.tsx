import { Button, SelectField, TextField } from '@carry/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { defineRemote, useShell } from '../route/remote';
import type { FakeShellOptions } from '../testing/fake-shell';
import { openPage } from '../testing/test-page';
import { Form } from './form';
import { hasKeptText, useKeptText } from './kept-text';
import { useForm } from './use-form';

afterEach(cleanup);

interface ReplyProps {
  error: string | undefined;
  onClose(): void;
}

function Reply({ error, onClose }: ReplyProps) {
  const forget = useKeptText('reply');
  const close = () => {
    forget();
    onClose();
  };
  const form = useForm<'text' | 'stars' | 'code'>('reply', async () =>
    error ? { error } : (close() as undefined),
  );
  return (
    <Form of={form} guarded onDiscard={forget}>
      <TextField {...form.field('text')} label="Text" defaultValue="stored" />
      <TextField {...form.field('code')} label="Code" type="password" />
      <SelectField {...form.field('stars')} label="Stars" defaultValue="5">
        <option>5</option>
        <option>4</option>
      </SelectField>
      <Button type="submit">Send</Button>
      <Button onClick={close}>Cancel</Button>
    </Form>
  );
}

function Page({ error }: { error?: string }) {
  const { drafts } = useShell();
  const [isOpen, setOpen] = useState(() => hasKeptText(drafts, 'reply'));
  const close = () => setOpen(false);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Reply</Button>;
  return (
    <>
      <Reply error={error} onClose={close} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
}

const remote = defineRemote(() => [
  { id: 'page', path: '/', Component: Page },
  { id: 'failing', path: '/failing', Component: () => <Page error="Please try again." /> },
]);
const open = (options: FakeShellOptions = {}, path = '/') =>
  openPage(remote, path, { auth: { status: 'signed-in' }, ...options });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) =>
  act(async () => void fireEvent.input(field(label), { target: { value } }));
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const typed = { text: 'Thank you', stars: '4' };
const kept = { 'text/reply': typed };

test('keeps changed fields, passwords excepted', async () => {
  const { shell } = await open();
  await press('Reply');
  await type('Text', 'Thank you');
  await type('Stars', '4');
  await type('Code', 'secret');
  expect(shell.drafts.load('text/reply')).toEqual(typed);
  await type('Text', 'stored');
  await type('Stars', '5');
  expect(hasKeptText(shell.drafts, 'reply')).toBe(false);
});

test('opens the form with the kept input and asks before it is left', async () => {
  await open({ drafts: kept });
  expect([field('Text').value, field('Stars').value]).toEqual(['Thank you', '4']);
  expect(isGuarded()).toBe(true);
});

test('keeps the input if the form goes away by itself', async () => {
  const { shell } = await open({ drafts: kept });
  cleanup();
  expect(shell.drafts.load('text/reply')).toEqual(typed);
});

test.each(['Send', 'Cancel'])('drops the input after %s', async (button) => {
  const { shell } = await open({ drafts: kept });
  await press(button);
  expect(shell.drafts.keys()).toEqual([]);
  await press('Reply');
  expect(field('Text').value).toBe('stored');
});

test.each(['Send', 'Cancel'])('keeps the input of another tab after %s', async (button) => {
  const { shell } = await open({ drafts: kept });
  await type('Text', 'Thanks');
  shell.drafts.save('text/reply', typed);
  await press(button);
  expect(shell.drafts.load('text/reply')).toEqual(typed);
});

test('keeps the input of a failed submission after one in another tab', async () => {
  const { shell } = await open({ drafts: kept }, '/failing');
  shell.drafts.clear('text/reply');
  await press('Send');
  expect(shell.drafts.load('text/reply')).toEqual(typed);
});

test('drops the input if the page is left without saving', async () => {
  const { shell } = await open({ drafts: kept });
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' })));
  expect(shell.drafts.keys()).toEqual([]);
});
