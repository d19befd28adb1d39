import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const imports = vi.hoisted(() => ({ count: 0 }));
vi.mock('./markdown', () => {
  imports.count++;
  return { Markdown: ({ children }: { children: string }) => <em>{children}</em> };
});
vi.resetModules(); // earlier tests may have loaded the real module
const { LazyMarkdown } = await import('./lazy-markdown');
afterAll(() => void vi.resetModules());
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const page = (text: string) => (
  <main>
    <LazyMarkdown>{text}</LazyMarkdown>
  </main>
);

function hydrate(html: string, text: string) {
  vi.spyOn(console, 'error');
  const container = document.body.appendChild(document.createElement('div'));
  container.append(document.createRange().createContextualFragment(html));
  const { rerender } = render(page(text), { container, hydrate: true });
  expect(console.error).not.toHaveBeenCalled();
  return rerender;
}

test('keeps the server’s HTML and loads the renderer for new text only', async () => {
  const rerender = hydrate(
    '<main><div class="text"><!--$--><h2>As the server wrote it</h2><!--/$--></div></main>',
    'one',
  );
  rerender(page('one'));
  expect(screen.getByRole('heading', { name: 'As the server wrote it' })).toBeTruthy();
  expect(imports.count).toBe(0);
  rerender(page('two'));
  await screen.findByText('two', { selector: 'em' });
  expect(screen.queryByRole('heading')).toBeNull();
  rerender(page('one'));
  expect(screen.getByText('one').tagName).toBe('EM');
});

test('renders plain text from a server without a renderer', async () => {
  hydrate('<main><div class="text"><!--$!--><p class="plain">one</p><!--/$--></div></main>', 'one');
  expect(await screen.findByText('one', { selector: 'em' })).toBeTruthy();
});
