import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const network = vi.hoisted(() => ({ down: true, asked: 0 }));
vi.mock('./markdown', () => {
  network.asked++;
  if (network.down) throw new Error('the chunk cannot be had');
  return { Markdown: ({ children }: { children: string }) => <em>{children}</em> };
});
vi.resetModules(); // tests before these may have loaded the real one
const { LazyMarkdown } = await import('./lazy-markdown');
afterAll(() => void vi.resetModules());
afterEach(cleanup);

test('a lost renderer leaves the text as it is, and is asked for again with what a person does next', {
  tags: ['@fault-11.11', '@fault-A8'],
}, async () => {
  render(<LazyMarkdown>Play bold moves.</LazyMarkdown>);
  await vi.waitFor(() => expect(network.asked).toBe(1));
  expect(screen.getByText('Play bold moves.').tagName).toBe('P');
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await vi.waitFor(() => expect(network.asked).toBe(2)); // in vain
  expect(screen.getByText('Play bold moves.').tagName).toBe('P');
  network.down = false;
  fireEvent.pointerDown(document.body);
  expect(await screen.findByText('Play bold moves.', { selector: 'em' })).toBeTruthy();
  expect(network.asked).toBe(3);
});
