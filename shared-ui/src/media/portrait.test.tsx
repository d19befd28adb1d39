import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Portrait } from './portrait';

const shape = { className: 'p', width: '120', height: '120' };
const getShape = (element: Element | null | undefined) => [
  element?.getAttribute('class'),
  element?.getAttribute('width'),
  element?.getAttribute('height'),
];

let requested: HTMLImageElement[];
const fireOnImage = (type: 'load' | 'error') =>
  act(() => void requested.at(-1)?.dispatchEvent(new Event(type)));

beforeEach(() => {
  vi.useFakeTimers();
  requested = [];
  vi.stubGlobal('Image', function (this: unknown) {
    const image = document.createElement('img');
    requested.push(image);
    return image;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('replaces a failed portrait with a drawing of the same size', () => {
  render(<Portrait src="/lost.svg" alt="Portrait of Nova" {...shape} />);
  const picture = screen.getByRole('img', { name: 'Portrait of Nova' });
  expect(picture.localName).toBe('img');
  fireEvent.error(picture);
  const drawn = screen.getByRole('img', { name: 'Portrait of Nova' });
  expect(drawn.localName).toBe('svg');
  expect(getShape(drawn)).toEqual(getShape(picture));
});

test.each(['eager', 'lazy'] as const)(
  'detects a portrait (%s) that failed before hydration',
  (loading) => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    const { container } = render(<Portrait src="/lost.svg" alt="" loading={loading} {...shape} />);
    act(() => vi.advanceTimersByTime(10));
    fireOnImage('error');
    expect(container.firstElementChild?.localName).toBe('svg');
  },
);

test('shows the drawing after three seconds, and a late portrait', () => {
  const { container } = render(<Portrait src="/late.svg" alt="" {...shape} />);
  act(() => vi.advanceTimersByTime(2900));
  expect(container.firstElementChild?.localName).toBe('img');
  act(() => vi.advanceTimersByTime(200));
  expect(container.firstElementChild?.localName).toBe('svg');
  fireOnImage('load');
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/late.svg');
});

test('does not request a loaded portrait again', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(120);
  const { container } = render(<Portrait src="/there.svg" alt="" {...shape} />);
  act(() => vi.advanceTimersByTime(10_000));
  expect(container.firstElementChild?.localName).toBe('img');
  expect(requested.filter(({ src }) => src)).toEqual([]);
});

test('does not request a lazy portrait early', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { container } = render(<Portrait src="/below.svg" alt="" loading="lazy" {...shape} />);
  act(() => vi.advanceTimersByTime(10_000));
  expect(requested).toEqual([]);
  expect(container.firstElementChild?.localName).toBe('img');
});

test('draws a person without a portrait', () => {
  const { container } = render(<Portrait src={null} alt="" {...shape} />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

test.each([
  ['Kim Mara Lee', 'KL'],
  ['ödön', 'Ö'],
  ['✨ Ada', 'A'],
  ['ada lovelace', 'AL'],
  ['Jean-Luc van Damme', 'JD'],
  ['!?', ''],
  ['', ''],
  [null, ''],
])('shows the initials of %j as %j', (name, initials) => {
  const { container } = render(<Portrait src={null} alt="" name={name} />);
  expect(container.querySelector('text')?.textContent ?? '').toBe(initials);
  expect(container.querySelectorAll('svg > path')).toHaveLength(initials ? 1 : 2);
});
