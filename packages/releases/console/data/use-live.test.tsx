import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLive } from './use-live';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

class FakeStream extends EventTarget {
  static readonly opened: FakeStream[] = [];
  isClosed = false;
  constructor() {
    super();
    FakeStream.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

test('reopens the stream when the page comes online', () => {
  vi.stubGlobal('EventSource', FakeStream);
  let changes = 0;
  function Page() {
    useLive(true, { onChange: () => changes++, onNumbers: () => {} });
    return null;
  }
  const { unmount } = render(<Page />);
  const [first] = FakeStream.opened;
  first?.dispatchEvent(new Event('ready'));
  window.dispatchEvent(new Event('online'));
  const [, second] = FakeStream.opened;
  second?.dispatchEvent(new Event('ready'));
  expect([first?.isClosed, second?.isClosed, changes]).toEqual([true, false, 1]);
  unmount();
  window.dispatchEvent(new Event('online'));
  expect([FakeStream.opened.length, second?.isClosed]).toEqual([2, true]);
});
