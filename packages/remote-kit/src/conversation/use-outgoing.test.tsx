import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { Composer } from './composer';

afterEach(cleanup);

const remote = defineRemote(() => [
  {
    id: 'composer',
    path: '/',
    Component: () => (
      <Composer
        booking={3}
        kind="message"
        label="Message"
        action="Send"
        busyLabel="Sending..."
        send={() => Promise.reject(new Error('not sent'))}
        onSent={() => {}}
      />
    ),
  },
]);

/** Writes a message with a file that is still uploading. */
async function write() {
  let finish = () => {};
  const upload = () =>
    new Promise((resolve) => {
      finish = () => resolve({ id: 9, name: 'a.png', size: 1 });
    });
  const page = await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: { 'POST /api/bookings/3/files/?name=a.png': upload },
  });
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Only for you.' } });
  const files = [new File(['x'], 'a.png')];
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), { target: { files } });
  });
  return { ...page, finish: () => act(async () => finish()) };
}

test('keeps a file that is uploaded after the page was left', async () => {
  const { shell, router, finish } = await write();
  await act(() => router.navigate('/elsewhere'));
  await finish();
  expect(shell.drafts.load('message/3')).toMatchObject({ files: [{ id: 9 }] });
});

test.each(['/', '/elsewhere'])('keeps nothing after a sign-out at %s', async (path) => {
  const { shell, router, finish } = await write();
  await act(() => router.navigate(path));
  act(() => shell.auth.signOut());
  await finish();
  expect(shell.drafts.keys()).toEqual([]);
});
