import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote, useShell } from '../route/remote';
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

async function open() {
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
  });
  return { ...page, respond: () => act(async () => respond()) };
}
const field = () => screen.getByLabelText('Message') as HTMLTextAreaElement;
const type = (value: string) =>
  act(async () => void fireEvent.change(field(), { target: { value } }));
const send = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));

test('keeps text and files that were added while sending', async () => {
  const { shell, respond } = await open();
  await type('Hi.');
  await send();
  await type('Hi.\nOne more thing');
  const picker = screen.getByLabelText('Files', { selector: 'input' });
  await act(async () =>
    fireEvent.change(picker, { target: { files: [new File(['x'], 'late.png')] } }),
  );
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
