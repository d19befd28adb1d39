import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useClearSide } from './use-clear-side';

const { style } = document.documentElement;

/** Gives an element this vertical position, and the width of the window. */
function place<E extends HTMLElement>(element: E, top: number, height: number): E {
  element.getBoundingClientRect = () => new DOMRect(0, top, 360, height);
  Object.defineProperty(element, 'offsetHeight', { value: height });
  document.body.append(element);
  return element;
}

/** A window of 640 px with toasts of 50 px at its bottom, and a control. */
function open(controlTop: number) {
  const control = place(document.createElement('button'), controlTop, 44);
  const region = { current: place(document.createElement('div'), 574, 50) };
  const hook = renderHook(({ count }) => useClearSide(region, count), {
    initialProps: { count: 0 },
  });
  return { control, ...hook };
}

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

test('shows toasts at the bottom and reserves space for focus there', () => {
  const { result, rerender, control } = open(100);
  control.focus();
  rerender({ count: 1 });
  expect([result.current, style.scrollPaddingBottom]).toEqual([
    'bottom',
    'max(74px, var(--bottom-bar, 0px))',
  ]);
  rerender({ count: 0 });
  expect([style.scrollPaddingBottom, style.scrollPaddingTop]).toEqual(['', '']);
});

test('moves to the top if a toast would cover the focused control', () => {
  const { result, rerender, control } = open(580);
  control.focus();
  rerender({ count: 1 });
  expect([result.current, style.scrollPaddingBottom]).toEqual(['top', '']);
  expect(style.scrollPaddingTop).toBe('calc(var(--header-height) + 74px)');
});

test('moves when a covered control gets the focus', () => {
  const { result, rerender, control } = open(580);
  rerender({ count: 1 });
  expect(result.current).toBe('bottom');
  act(() => control.focus());
  expect(result.current).toBe('top');
  rerender({ count: 0 });
  expect(result.current).toBe('bottom');
});
