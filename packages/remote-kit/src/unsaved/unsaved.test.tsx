import { TextareaField, TextField } from '@carry/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Form } from '../form/form';
import { useForm } from '../form/use-form';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';

afterEach(cleanup);

function Sample({ name }: { name: string }) {
  const form = useForm<'words'>(name, async () => undefined);
  return (
    <Form of={form} guarded>
      <TextareaField {...form.field('words')} label={name} defaultValue="saved" />
    </Form>
  );
}

function Free() {
  const form = useForm<'words'>('free', async () => undefined);
  return (
    <Form of={form}>
      <TextField {...form.field('words')} label="Free" />
    </Form>
  );
}

function open(confirm: boolean) {
  const Page = () => (
    <>
      <Sample name="First" />
      <Sample name="Second" />
      <Free />
      <Link to="/elsewhere">Leave</Link>
      <Link to="?below=2">Next page of the list</Link>
      <Link to="?open=2026-10">October</Link>
      <Link to="#section">Section</Link>
    </>
  );
  const remote = defineRemote(() => [
    { id: 'form', path: '/', Component: Page },
    { id: 'elsewhere', path: '/elsewhere', Component: () => <h1>Elsewhere</h1> },
  ]);
  return openPage(remote, '/', { confirm });
}

const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const follow = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('link', { name })));
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('asks once while any of several forms is changed', async () => {
  const { recorded, router } = await open(false);
  await type('First', 'typed');
  await type('Second', 'typed');
  await type('First', 'saved');
  expect(unload()).toBe(true);
  await follow('Leave');
  expect(recorded.confirms).toEqual([
    'Leave without saving? (Your changes on this page will be lost.) [Stay | Leave]',
  ]);
  expect(router.state.location.pathname).toBe('/');
  expect((screen.getByLabelText('Second') as HTMLTextAreaElement).value).toBe('typed');
});

test('does not ask when a month of the list opens', async () => {
  const { recorded, router } = await open(false);
  await type('First', 'typed');
  await follow('October');
  expect([recorded.confirms, router.state.location.search]).toEqual([[], '?open=2026-10']);
});

test('asks before a change of the query, but not of the hash', async () => {
  const { recorded, router } = await open(false);
  await type('First', 'typed');
  await follow('Section');
  expect([recorded.confirms, router.state.location.hash]).toEqual([[], '#section']);
  await follow('Next page of the list');
  expect(recorded.confirms).toHaveLength(1);
  expect(router.state.location.search).toBe('');
});

test('leaves once confirmed', async () => {
  await open(true);
  await type('Second', 'typed');
  await follow('Leave');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy());
  expect(unload()).toBe(false);
});

test('leaves without a question if a save ends right after the click', async () => {
  const { recorded } = await open(false);
  await type('First', 'typed');
  await act(async () => {
    fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
    fireEvent.change(screen.getByLabelText('First'), { target: { value: 'saved' } });
  });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy());
  expect(recorded.confirms).toEqual([]);
});

test.each([true, false])('asks once if Back is pressed twice; leaves: %s', async (leaves) => {
  const { shell, router } = await open(true);
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/'));
  await type('First', 'typed');
  let answer = (_: boolean) => {};
  const confirm = vi
    .spyOn(shell.notify, 'confirm')
    .mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const goBack = () => act(() => router.navigate(-1));
  await goBack();
  await goBack();
  expect(confirm).toHaveBeenCalledTimes(1);
  await act(async () => answer(leaves));
  await waitFor(() => expect(router.state.location.pathname).toBe(leaves ? '/elsewhere' : '/'));
  if (leaves) return;
  await goBack();
  expect(confirm).toHaveBeenCalledTimes(2);
});

test('leaves if the changes are saved while the question is open', async () => {
  const { shell, router } = await open(true);
  await type('First', 'typed');
  let answer = (_: boolean) => {};
  vi.spyOn(shell.notify, 'confirm').mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await follow('Leave');
  await type('First', 'saved');
  await act(async () => answer(true));
  expect(router.state.location.pathname).toBe('/elsewhere');
});

test('does not ask without changes or for other forms', async () => {
  const { recorded } = await open(false);
  await type('First', 'typed');
  await type('First', 'saved');
  await type('Free', 'typed');
  expect(unload()).toBe(false);
  await follow('Leave');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy());
  expect(recorded.confirms).toEqual([]);
});
