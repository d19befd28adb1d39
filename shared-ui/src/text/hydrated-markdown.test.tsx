import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const asked = vi.hoisted(() => ({ times: 0 }));
vi.mock('./markdown', () => {
  asked.times++;
  return { Markdown: ({ children }: { children: string }) => <em>{children}</em> };
});
vi.resetModules(); // tests before these may have loaded the real one
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

/** Hydrates a page of the server; answers how to render it again. */
function hydrate(html: string, text: string) {
  vi.spyOn(console, 'error');
  const container = document.body.appendChild(document.createElement('div'));
  container.append(document.createRange().createContextualFragment(html));
  const { rerender } = render(page(text), { container, hydrate: true });
  expect(console.error).not.toHaveBeenCalled();
  return rerender;
}

test('what the server has rendered stays, and a renderer comes for another text only', async () => {
  const rerender = hydrate(
    '<main><div class="text"><!--$--><h2>As the server wrote it</h2><!--/$--></div></main>',
    'one',
  );
  rerender(page('one'));
  expect(screen.getByRole('heading', { name: 'As the server wrote it' })).toBeTruthy();
  expect(asked.times).toBe(0);
  rerender(page('two'));
  await screen.findByText('two', { selector: 'em' });
  expect(screen.queryByRole('heading')).toBeNull();
  rerender(page('one'));
  expect(screen.getByText('one').tagName).toBe('EM');
});

test('plain text that a server without a renderer has sent is rendered here', async () => {
  hydrate('<main><div class="text"><!--$!--><p class="plain">one</p><!--/$--></div></main>', 'one');
  expect(await screen.findByText('one', { selector: 'em' })).toBeTruthy();
});
