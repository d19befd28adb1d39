import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.mock('./markdown', () => ({
  Markdown: ({ children }: { children: string }) => {
    if (children.includes('boom')) throw new Error('cannot be rendered');
    return <em>{children}</em>;
  },
}));
vi.resetModules(); // earlier tests may have loaded the real module
const { LazyMarkdown } = await import('./lazy-markdown');
afterAll(() => void vi.resetModules());
afterEach(cleanup);

test('shows the source of a text that fails to render', {
  tags: ['@fault-A12', '@fault-11.11'],
}, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = (text: string) => (
    <main>
      <LazyMarkdown>{text}</LazyMarkdown>
      <button type="button">Book Now</button>
    </main>
  );
  const { rerender } = render(page('fine'));
  await screen.findByText('fine', { selector: 'em' });
  rerender(page('**boom** &amp;'));
  expect(screen.getByText('**boom** &amp;').tagName).toBe('P');
  expect(screen.getByRole('button', { name: 'Book Now' })).toBeTruthy();
  rerender(page('fine again'));
  expect(screen.getByText('fine again').tagName).toBe('EM');
});
