import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const network = vi.hoisted(() => ({ down: true, requests: 0 }));
vi.mock('./markdown', () => {
  network.requests++;
  if (network.down) throw new Error('chunk failed to load');
  return { Markdown: ({ children }: { children: string }) => <em>{children}</em> };
});
vi.resetModules(); // earlier tests may have loaded the real module
const { LazyMarkdown } = await import('./lazy-markdown');
afterAll(() => void vi.resetModules());
afterEach(cleanup);

test('keeps the text and retries a failed renderer on the next input', {
  tags: ['@fault-11.11', '@fault-A8'],
}, async () => {
  render(<LazyMarkdown>Play bold moves.</LazyMarkdown>);
  await vi.waitFor(() => expect(network.requests).toBe(1));
  expect(screen.getByText('Play bold moves.').tagName).toBe('P');
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await vi.waitFor(() => expect(network.requests).toBe(2));
  expect(screen.getByText('Play bold moves.').tagName).toBe('P');
  network.down = false;
  fireEvent.pointerDown(document.body);
  expect(await screen.findByText('Play bold moves.', { selector: 'em' })).toBeTruthy();
  expect(network.requests).toBe(3);
});
