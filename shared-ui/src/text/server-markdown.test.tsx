// @vitest-environment node
import { text } from 'node:stream/consumers';
import { renderToReadableStream } from 'react-dom/server';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const server = vi.hoisted(() => ({ has: true }));
vi.mock('@carry/ui/render-markdown', () => {
  if (!server.has) throw new Error('the shell does not share it');
  return { renderMarkdown: (source: string) => <em>{source}</em> };
});
beforeEach(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

async function htmlOf(source: string): Promise<string> {
  const { LazyMarkdown } = await import('./lazy-markdown');
  const stream = await renderToReadableStream(<LazyMarkdown>{source}</LazyMarkdown>);
  await stream.allReady;
  return text(stream);
}

test.each([
  [false, '<p class="plain">Play bold.</p>'], // first: a mock that was made is kept
  [true, '<em>Play bold.</em>'],
])(
  'where the server has a renderer (%s), the page holds what it makes of a text, or else the text',
  async (has, held) => {
    server.has = has;
    expect(await htmlOf('Play bold.')).toContain(held);
  },
);
