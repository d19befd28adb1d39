import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote, useShell } from '../route/remote';
import type { FakeShellOptions } from '../testing/fake-shell';
import { openPage } from '../testing/test-page';
import { sendMessage } from './api';
import { Composer } from './composer';

afterEach(cleanup);

const SEND = 'POST /api/bookings/3/messages/';

function Page() {
  const { api } = useShell();
  return (
    <Composer
      booking={3}
      kind="message"
      label="Message"
      action="Send"
      busyLabel="Sending..."
      send={(written) => sendMessage(api, 3, written)}
      onSent={() => {}}
    />
  );
}

async function open(options: FakeShellOptions = {}) {
  let respond: () => void = () => {};
  const remote = defineRemote(() => [{ id: 'composer', path: '/', Component: Page }]);
  const page = await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: {
      [SEND]: (body: unknown) =>
        new Promise((resolve) => {
          const { text } = body as { text: string };
          const sent_at = '2026-11-24T12:00:00Z';
          respond = () =>
            resolve({ id: 7, author: 'student', kind: 'text', text, sent_at, files: [] });
        }),
      'POST /api/bookings/3/files/?name=late.png': () => ({ id: 9, name: 'late.png', size: 1 }),
    },
    ...options,
  });
  return { ...page, respond: () => act(async () => respond()) };
}
const field = () => screen.getByLabelText('Message') as HTMLTextAreaElement;
const type = (value: string) =>
  act(async () => void fireEvent.change(field(), { target: { value } }));
const send = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));

const attach = (...files: File[]) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), { target: { files } });
  });
const sent = (calls: { call: string }[]) => calls.filter(({ call }) => call === SEND);
const large = () => {
  const file = new File(['x'], 'late.png');
  Object.defineProperty(file, 'size', { value: 21 * 1024 * 1024 });
  return file;
};

test('refuses to send while a file has a problem', async () => {
  const { recorded, respond } = await open();
  await type('See the replay.');
  await attach(large());
  await send();
  const remove = screen.getByRole('button', { name: 'Remove late.png' });
  const [problem] = screen.getAllByText(/^late\.png can't be sent/);
  expect(problem?.textContent).toBe("late.png can't be sent. Please remove it or add it again.");
  expect(document.activeElement).toBe(remove);
  expect(sent(recorded.calls)).toEqual([]);
  await attach(new File(['x'], 'late.png')); // replaces the failed one
  await send();
  await respond();
  expect(sent(recorded.calls)).toMatchObject([{ body: { text: 'See the replay.', files: [9] } }]);
});

test('lists files over the limit as not sent', async () => {
  const { recorded } = await open();
  const names = Array.from({ length: 11 }, (_, index) => `${index}.png`);
  await attach(...names.map((name) => new File(['x'], name)));
  expect(screen.getByText('You can send up to 10 files at once.')).toBeTruthy();
  expect(screen.getByText('10.png')).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call.includes('10.png'))).toEqual([]);
});

test('lists a file that a reload interrupted', async () => {
  const draft = { text: 'Hi.', files: [{ id: 9, name: 'late.png', size: 1 }], missing: ['a.dem'] };
  const { recorded } = await open({ drafts: { 'message/3': draft } });
  expect(screen.getByText("This file wasn't uploaded. Please add it again.")).toBeTruthy();
  await send();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove a.dem' }));
  expect(sent(recorded.calls)).toEqual([]);
});

test('keeps the problem of a refused file over a reload', async () => {
  const { shell } = await open();
  await attach(large());
  cleanup();
  await open({ drafts: { 'message/3': shell.drafts.load('message/3') } });
  expect(screen.getByText('This file is larger than 20 MB.')).toBeTruthy();
  expect(screen.queryByText(/wasn't uploaded/)).toBeNull();
});

test('focuses the next file, then the button for more', async () => {
  await open({ drafts: { 'message/3': { text: 'Hi.', files: [], missing: ['a.dem', 'b.dem'] } } });
  for (const [removed, next] of [
    ['Remove a.dem', 'Remove b.dem'],
    ['Remove b.dem', 'Add files'],
  ] as const) {
    const remove = screen.getByRole('button', { name: removed });
    remove.focus();
    await act(async () => remove.click());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: next }));
  }
});

test('keeps text and files that were added while sending', async () => {
  const { shell, respond } = await open();
  await type('Hi.');
  await send();
  await type('Hi.\nOne more thing');
  await attach(new File(['x'], 'late.png'));
  await respond();
  expect(field().value).toBe('One more thing');
  expect(screen.getByText('late.png')).toBeTruthy();
  expect(shell.drafts.load('message/3')).toMatchObject({ text: 'One more thing' });
});

test('is empty once everything is sent', async () => {
  const { shell, respond } = await open();
  await type('Hi.');
  await send();
  expect(field().readOnly).toBe(false);
  await respond();
  expect(field().value).toBe('');
  expect(shell.drafts.load('message/3')).toBeNull();
});

test("keeps another tab's draft after a send", async () => {
  const { shell, respond } = await open();
  await type('See the replay.');
  await send();
  const draft = { text: 'Written in the other tab.', files: [] };
  shell.drafts.save('message/3', draft);
  await respond();
  expect(field().value).toBe('');
  expect(shell.drafts.load('message/3')).toEqual(draft);
});
