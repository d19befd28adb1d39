import { afterEach, expect, test } from 'vitest';
import { takeInput } from '../hydration/input-replay';
import { captureInput } from './capture-input';

const { dataset } = document.documentElement;

afterEach(() => {
  takeInput();
  delete dataset['hydrated'];
  document.body.replaceChildren();
});

/** Presses a button in the frame and one in the HTML of a slow remote. */
function pressBoth(): Element[] {
  const [frame, remote] = ['button', 'button'].map((name) => document.createElement(name));
  const box = document.createElement('div');
  box.setAttribute('data-server-html', '');
  box.append(remote as Element);
  document.body.append(frame as Element, box);
  frame?.click();
  remote?.click();
  return [frame, remote] as Element[];
}

test('captures presses until hydration', () => {
  captureInput();
  const buttons = pressBoth();
  expect(dataset['held']).toBe('');
  expect(takeInput().map(({ target }) => target)).toEqual(buttons);
  expect(dataset['held']).toBeUndefined();
});

test('captures presses on a slow remote after hydration', () => {
  captureInput();
  dataset['hydrated'] = '';
  const [, remote] = pressBoth();
  expect(takeInput().map(({ target }) => target)).toEqual([remote]);
});
