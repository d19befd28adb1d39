import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { GamePicker } from './game-picker';

afterEach(cleanup);

const open = () =>
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <GamePicker /> }])} />);
const sheet = () => screen.queryByRole('dialog', { name: 'Select your game' });
const go = (steps: number) => act(async () => history.go(steps));

test('shows the sheet again after a reload and Forward, until Back', async () => {
  const { unmount } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Select your game' }));
  const length = history.length;
  const state = history.state;
  unmount(); // removes the entry, which a reload keeps
  await waitFor(() => expect(history.state).not.toEqual(state));
  await go(1);
  await waitFor(() => expect(history.state).toEqual(state));
  open();
  expect(sheet()).toBeTruthy();
  await go(-1);
  await waitFor(() => expect(sheet()).toBeNull());
  await go(1);
  await waitFor(() => expect(sheet()).toBeTruthy());
  await go(-1);
  await waitFor(() => expect(sheet()).toBeNull());
  expect(history.length).toBe(length);
});

test("leaves the history entry of another page's sheet alone", async () => {
  history.pushState({ sheet: 'Another sheet' }, '');
  open();
  expect(sheet()).toBeNull();
  await go(-1);
});
