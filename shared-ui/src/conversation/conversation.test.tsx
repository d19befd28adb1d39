import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConversationLog } from './conversation';

const VIEW_PX = 200;
const ROW_PX = 100;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders rows of a fixed height, which the test environment does not lay out. */
function openLog(first: number, last: number) {
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const page = (from: number, to: number, own: boolean) => (
    <ConversationLog label="Messages" oldest={from} newest={to} own={own}>
      {ids(from, to).map((id) => (
        <p key={id}>{id}</p>
      ))}
    </ConversationLog>
  );
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return this.children.length * ROW_PX;
  });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_PX);
  const { rerender } = render(page(first, last, false));
  const log = screen.getByRole('log');
  return {
    position: () => log.scrollTop,
    scrollTo: (top: number) => {
      log.scrollTop = top;
      fireEvent.scroll(log);
    },
    show: (from: number, to: number, own = false) => rerender(page(from, to, own)),
  };
}
const end = (rows: number) => rows * ROW_PX;

test('opens at the newest message and follows it', () => {
  const { position, show, scrollTo } = openLog(1, 10);
  expect(position()).toBe(end(10));
  scrollTo(end(10) - VIEW_PX);
  show(1, 11);
  expect(position()).toBe(end(11));
});

test("keeps the reader's place when earlier messages are added", () => {
  const { position, show, scrollTo } = openLog(51, 60);
  scrollTo(0);
  show(41, 60);
  expect(position()).toBe(end(10));
});

test('stays with an earlier message when the other side writes', () => {
  const { position, show, scrollTo } = openLog(1, 10);
  scrollTo(300);
  show(1, 11);
  expect(position()).toBe(300);
});

test("follows the reader's own message", () => {
  const { position, show, scrollTo } = openLog(1, 10);
  scrollTo(300);
  show(1, 11, true);
  expect(position()).toBe(end(11));
});
