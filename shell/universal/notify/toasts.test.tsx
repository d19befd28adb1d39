import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { createNotify } from '../host/notify';
import { Toasts } from './toasts';

afterEach(cleanup);

function open() {
  const { store, api } = createNotify();
  render(
    <HostProvider value={{ notify: store } as unknown as Host}>
      <h1 tabIndex={-1}>Page</h1>
      <button type="button">Save</button>
      <Toasts />
    </HostProvider>,
  );
  const toast = (message: string, run?: () => void) =>
    act(async () => api.toast(message, run && { label: 'Undo', run }));
  return { toast };
}

/** Presses the last button of that name, as a keyboard does. */
const press = (name: string) =>
  act(async () => {
    const button = screen.getAllByRole('button', { name }).at(-1);
    button?.focus();
    button?.click();
  });

const readFocus = () => document.activeElement?.textContent;

test('returns the focus to where it was before the toasts', async () => {
  const { toast } = open();
  await toast('First');
  await toast('Second');
  screen.getByRole('button', { name: 'Save' }).focus();
  await press('Dismiss');
  expect(document.activeElement?.parentElement?.textContent).toBe('First');
  await press('Dismiss');
  expect(readFocus()).toBe('Save');
});

test('focuses the heading if nothing had the focus before', async () => {
  const { toast } = open();
  await toast('Saved');
  await press('Dismiss');
  expect(readFocus()).toBe('Page');
});

test('returns the focus before Undo may open a dialog', async () => {
  const { toast } = open();
  let opener: string | null | undefined;
  await toast('Saved', () => {
    opener = readFocus();
  });
  screen.getByRole('button', { name: 'Save' }).focus();
  await press('Undo');
  expect(opener).toBe('Save');
});
