import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Listbox } from './listbox';
import { LISTBOX_TYPEAHEAD_RESET_MS } from './use-typeahead';

const options = [
  'Home',
  'Counter-Strike 2',
  'Valorant',
  'League of Legends',
  'Dota 2',
  'Fortnite',
  'Lost Ark',
].map((label) => ({
  value: label,
  label,
}));
const onChange = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onChange.mockReset();
  render(
    <Listbox
      label="Game"
      placeholder="Choose a game"
      options={options}
      value="Valorant"
      onChange={onChange}
    />,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const button = () => screen.getByRole('button', { name: 'Game: Valorant' });
const list = () => screen.queryByRole('listbox');
const press = (key: string) => fireEvent.keyDown(list() ?? button(), { key });
const active = () =>
  document.getElementById(list()?.getAttribute('aria-activedescendant') ?? '')?.textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('starts at the selected option and does not wrap', {
  tags: ['@extra-B1'],
}, () => {
  press('ArrowDown');
  expect(active()).toBe('Valorant');
  press('ArrowUp');
  expect(active()).toBe('Counter-Strike 2');
  press('Home');
  press('ArrowUp');
  expect(active()).toBe('Home');
  press('End');
  press('ArrowDown');
  expect(active()).toBe('Lost Ark');
});

test('selects on Enter; closes on Escape and Tab', {
  tags: ['@extra-B1'],
}, () => {
  fireEvent.click(button());
  press('ArrowDown');
  press('Enter');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('League of Legends');
  expect(list()).toBeNull();
  expect(document.activeElement).toBe(button());
  fireEvent.click(button());
  press('Escape');
  expect(list()).toBeNull();
  fireEvent.click(button());
  press('Tab');
  expect(list()).toBeNull();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('closes on a press outside', () => {
  fireEvent.click(button());
  fireEvent.pointerDown(document.body);
  expect(list()).toBeNull();
});

test('resets type-ahead after 350 ms and cycles on a repeated letter', {
  tags: ['@spec-9.12', '@extra-B1'],
}, () => {
  expect(LISTBOX_TYPEAHEAD_RESET_MS).toBe(350);
  fireEvent.click(button());
  press('l');
  wait(349);
  press('o');
  expect(active()).toBe('Lost Ark');
  wait(350);
  press('d');
  expect(active()).toBe('Dota 2');
  wait(350);
  press('l');
  wait(10);
  press('l');
  expect(active()).toBe('League of Legends');
});

test('resets type-ahead when the list reopens', () => {
  fireEvent.click(button());
  press('l');
  press('Escape');
  fireEvent.click(button());
  press('d');
  expect(active()).toBe('Dota 2');
});

test('types a space during type-ahead and selects with it otherwise', {
  tags: ['@extra-B1'],
}, () => {
  fireEvent.click(button());
  for (const key of 'lost a') press(key);
  expect(active()).toBe('Lost Ark');
  expect(onChange).not.toHaveBeenCalled();
  wait(350);
  press(' ');
  expect(onChange).toHaveBeenCalledWith('Lost Ark');
});
