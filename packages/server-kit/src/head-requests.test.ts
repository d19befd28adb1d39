import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { expect, test } from 'vitest';
import { cancelHeadBody } from './head-requests';
import { closeServer, listen } from './http-server';

async function request(app: Hono, method: string) {
  const server = await listen(app.fetch, 0, '127.0.0.1');
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { method });
    return { response, text: await response.text() };
  } finally {
    await closeServer(server, 500);
  }
}

test('ends an event stream after a HEAD request', async () => {
  let isOpen = false;
  const app = new Hono().use(cancelHeadBody).get('/', (context) =>
    streamSSE(context, async (stream) => {
      isOpen = true;
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      isOpen = false;
    }),
  );
  const { response } = await request(app, 'HEAD');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(isOpen).toBe(false);
});

test('cancels the file of a HEAD request', async () => {
  const cancelled: string[] = [];
  const app = new Hono().use(cancelHeadBody).get('/', (context) => {
    const cancel = () => void cancelled.push(context.req.method);
    return context.body(new ReadableStream({ cancel }), 200, { etag: '"1"' });
  });
  const { response } = await request(app, 'HEAD');
  expect([response.status, response.headers.get('etag')]).toEqual([200, '"1"']);
  expect(cancelled).toEqual(['HEAD']);
});

test.each(['fails', 'is empty'])('responds to HEAD if the body %s', async (state) => {
  const start = (controller: ReadableStreamDefaultController) =>
    controller.error(new Error('gone'));
  const body = state === 'fails' ? new ReadableStream({ start }) : null;
  const app = new Hono().use(cancelHeadBody).get('/', () => new Response(body));
  expect((await request(app, 'HEAD')).response.status).toBe(200);
});

test('leaves the body of a GET request', async () => {
  const app = new Hono().use(cancelHeadBody).get('/', (context) => context.text('whole'));
  expect((await request(app, 'GET')).text).toBe('whole');
  expect((await request(app, 'HEAD')).response.headers.get('content-type')).toMatch(/^text\/plain/);
});
