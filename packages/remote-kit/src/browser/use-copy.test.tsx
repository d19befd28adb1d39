import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCopy } from './use-copy';

let respond: () => void;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const writeText = () => new Promise<void>((resolve) => (respond = resolve));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const { result, rerender } = renderHook(useCopy, { initialProps: 'https://example.com/a' });
  const status = () => result.current.status;
  return { status, rerender, copy: () => act(() => result.current.copy()) };
}
const finish = () => act(async () => respond());

test('says that a text is copied, until there is another text', async () => {
  const { status, copy, rerender } = open();
  copy();
  await finish();
  expect(status()).toBe('Copied');
  rerender('https://example.com/b');
  expect(status()).toBe('');
});

test('is empty while the text is copied again', async () => {
  const { status, copy } = open();
  copy();
  await finish();
  copy();
  expect(status()).toBe('');
  await finish();
  expect(status()).toBe('Copied');
});
