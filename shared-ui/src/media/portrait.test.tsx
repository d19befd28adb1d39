import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Portrait } from './portrait';

const shape = { className: 'p', width: '120', height: '120' };
const place = (element: Element | null | undefined) => [
  element?.getAttribute('class'),
  element?.getAttribute('width'),
  element?.getAttribute('height'),
];

/** The pictures that were asked for beside those on the page. */
let asked: HTMLImageElement[];
const answer = (type: 'load' | 'error') =>
  act(() => void asked.at(-1)?.dispatchEvent(new Event(type)));

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('Image', function (this: unknown) {
    const image = document.createElement('img');
    asked.push(image);
    return image;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a portrait that does not come leaves its place, of the same size, to a drawn person of the same name', () => {
  render(<Portrait src="/lost.svg" alt="Portrait of Nova" {...shape} />);
  const picture = screen.getByRole('img', { name: 'Portrait of Nova' });
  expect(picture.localName).toBe('img');
  fireEvent.error(picture);
  const drawn = screen.getByRole('img', { name: 'Portrait of Nova' });
  expect(drawn.localName).toBe('svg');
  expect(place(drawn)).toEqual(place(picture));
});

test.each(['eager', 'lazy'] as const)(
  'a portrait (%s) that had failed before the page came alive is seen to be lost, without another event',
  (loading) => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    const { container } = render(<Portrait src="/lost.svg" alt="" loading={loading} {...shape} />);
    act(() => vi.advanceTimersByTime(10));
    answer('error');
    expect(container.firstElementChild?.localName).toBe('svg');
  },
);

test('a portrait that hangs: after three seconds there is the drawing, and the picture when it comes', () => {
  const { container } = render(<Portrait src="/late.svg" alt="" {...shape} />);
  act(() => vi.advanceTimersByTime(2900));
  expect(container.firstElementChild?.localName).toBe('img');
  act(() => vi.advanceTimersByTime(200));
  expect(container.firstElementChild?.localName).toBe('svg');
  answer('load');
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/late.svg');
});

test('one that is there stays, however long one looks, and is not asked for twice', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(120);
  const { container } = render(<Portrait src="/there.svg" alt="" {...shape} />);
  act(() => vi.advanceTimersByTime(10_000));
  expect(container.firstElementChild?.localName).toBe('img');
  expect(asked.filter(({ src }) => src)).toEqual([]);
});

test('one that is fetched when it is seen is not asked for before', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { container } = render(<Portrait src="/below.svg" alt="" loading="lazy" {...shape} />);
  act(() => vi.advanceTimersByTime(10_000));
  expect(asked).toEqual([]);
  expect(container.firstElementChild?.localName).toBe('img');
});

test('who has no portrait is drawn', () => {
  const { container } = render(<Portrait src={null} alt="" {...shape} />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});
