// @vitest-environment node
import { text } from 'node:stream/consumers';
import { renderToReadableStream } from 'react-dom/server';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const server = vi.hoisted(() => ({ has: true }));
vi.mock('@carry/ui/render-markdown', () => {
  if (!server.has) throw new Error('module is not shared by the shell');
  return { renderMarkdown: (source: string) => <em>{source}</em> };
});
beforeEach(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

async function renderHtml(source: string): Promise<string> {
  const { LazyMarkdown } = await import('./lazy-markdown');
  const stream = await renderToReadableStream(<LazyMarkdown>{source}</LazyMarkdown>);
  await stream.allReady;
  return text(stream);
}

test.each([
  [false, '<p class="plain">Play bold.</p>'], // must be first, because the mock is cached
  [true, '<em>Play bold.</em>'],
])('renders on a server with a renderer (%s), or sends plain text', async (has, html) => {
  server.has = has;
  expect(await renderHtml('Play bold.')).toContain(html);
});
