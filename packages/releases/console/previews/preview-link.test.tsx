import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyableLink } from './preview-link';

const LINK = 'https://carry.example/?preview=x';

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => void vi.unstubAllGlobals());

/** Presses the button in a browser with this clipboard. Returns the text that is shown then. */
async function copy(clipboard: Pick<Clipboard, 'writeText'> | undefined): Promise<string> {
  vi.stubGlobal('navigator', { clipboard });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<CopyableLink url={LINK} />));
  await act(async () => place.querySelector('button')?.click());
  const text = place.textContent ?? '';
  await act(async () => root.unmount());
  place.remove();
  return text;
}

test('copies the link', async () => {
  const writeText = vi.fn(async () => {});
  expect(await copy({ writeText })).toBe(`${LINK}Copied`);
  expect(writeText).toHaveBeenCalledWith(LINK);
});

test.each([
  ['no clipboard', undefined],
  ['a blocked clipboard', { writeText: () => Promise.reject(new Error('blocked')) }],
])('selects the link with %s', async (_, clipboard) => {
  expect(await copy(clipboard)).toContain('The link is selected.');
});

test('copies the selected link without a clipboard', async () => {
  let copied = '';
  const execCommand = () => {
    copied = String(getSelection());
    return true;
  };
  Object.assign(document, { execCommand });
  try {
    expect(await copy(undefined)).toBe(`${LINK}Copied`);
  } finally {
    Reflect.deleteProperty(document, 'execCommand');
  }
  expect(copied).toBe(LINK);
});
