import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { closeServer } from './close-server';

/** Sends `count` requests at once, each on its own connection; posts their status codes or errors. */
const callers = (port: number, count: number) =>
  new Worker(
    `const http = require('node:http');
    const { parentPort } = require('node:worker_threads');
    const call = () => new Promise((resolve) => {
      const request = http.request({ port: ${port}, method: 'POST', agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
      });
      request.on('error', ({ code }) => resolve(code));
      request.end('{}');
    });
    Promise.all(Array.from({ length: ${count} }, call)).then((ends) => parentPort.postMessage(ends));`,
    { eval: true },
  );

test('closes gracefully: responds to requests that arrived while busy', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const worker = callers(port, 20);
  const ended = new Promise<string[]>((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => worker.once('online', resolve));
  for (const busyUntil = Date.now() + 500; Date.now() < busyUntil; );
  await closeServer(server, 1000);
  expect(await ended).toEqual(Array(20).fill('200'));
  expect(server.listening).toBe(false);
});

test('waits briefly for the request of an open connection', async () => {
  const server = createServer((_, response) => response.end('answered'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const taken = new Promise((resolve) => server.once('connection', resolve));
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await taken;
  const closed = closeServer(server, 1000);
  setTimeout(() => socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n'), 20);
  await Promise.all([closed, ended]);
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*answered/);
});

test('cuts off a request after the timeout', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = fetch(`http://127.0.0.1:${port}`).then(
    () => 'answered',
    () => 'cut off',
  );
  await new Promise((resolve) => server.once('request', resolve));
  await closeServer(server, 50);
  expect(await call).toBe('cut off');
});
