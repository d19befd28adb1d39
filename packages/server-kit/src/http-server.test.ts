import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { closeServer, listen } from './http-server';

/** Sends `count` requests at once, each on its own connection; counts the connections in `connected`, and posts status codes or errors. */
const callers = (port: number, count: number, connected: Int32Array) =>
  new Worker(
    `const http = require('node:http');
    const { parentPort, workerData } = require('node:worker_threads');
    const call = () => new Promise((resolve) => {
      const request = http.request({ host: '127.0.0.1', port: ${port}, method: 'POST', agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
      });
      request.on('socket', (socket) => socket.once('connect', () => Atomics.add(workerData, 0, 1)));
      request.on('error', ({ code }) => resolve(code));
      request.end('{}');
    });
    Promise.all(Array.from({ length: ${count} }, call)).then((ends) => parentPort.postMessage(ends));`,
    { eval: true, workerData: connected },
  );

test('closes gracefully: responds to requests that arrived while busy', {
  timeout: 30_000,
}, async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = callers(port, 20, connected);
  const ended = new Promise<string[]>((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => worker.once('online', resolve));
  for (const limit = Date.now() + 20_000; Atomics.load(connected, 0) < 20 && Date.now() < limit; );
  await closeServer(server, 5000);
  expect(await ended).toEqual(Array(20).fill('200'));
  expect(server.listening).toBe(false);
});

/** Sends requests one after the other on each of `count` lines, until refused; posts how often each end came. */
const crowd = (port: number, count: number) =>
  new Worker(
    `const http = require('node:http');
    const { parentPort } = require('node:worker_threads');
    const ends = {};
    const call = () => new Promise((resolve) => {
      let state = '';
      const request = http.request({ host: '127.0.0.1', port: ${port}, method: 'POST', agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve('200'));
      });
      request.on('socket', (socket) => socket.once('connect', () => { state = ' after connect'; }));
      request.on('error', ({ code }) => resolve(code + state));
      request.end('{}');
    });
    const line = async () => {
      for (let end = ''; end !== 'ECONNREFUSED'; ) {
        end = await call();
        ends[end] = (ends[end] ?? 0) + 1;
      }
    };
    Promise.all(Array.from({ length: ${count} }, line)).then(() => parentPort.postMessage(ends));`,
    { eval: true },
  );

test('resets few of the connections that arrive faster than it accepts', {
  timeout: 60_000,
}, async () => {
  const LINES = 40;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      for (const busyUntil = Date.now() + 5; Date.now() < busyUntil; );
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const worker = crowd((server.address() as AddressInfo).port, LINES);
  const ended = new Promise<Record<string, number>>((resolve) => worker.once('message', resolve));
  for (let requests = 0; requests < 2 * LINES; requests++)
    await new Promise((resolve) => server.once('request', resolve));
  await closeServer(server, 5000);
  const ends = await ended;
  expect(ends['ECONNREFUSED']).toBe(LINES);
  expect(ends['ECONNRESET after connect'] ?? 0).toBeLessThanOrEqual(3);
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

const getPort = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

test('keeps idle connections open longer than a proxy does', async () => {
  const server = await listen(() => new Response('ok'), 0);
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get({ port: getPort(server), agent }, resolve),
  );
  const [, seconds] = /timeout=(\d+)/.exec(String(answer.headers['keep-alive'])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
  agent.destroy();
  await closeServer(server, 1000);
});

test('rejects a port in use', async () => {
  const first = await listen(() => new Response('ok'), 0);
  await expect(listen(() => new Response('ok'), getPort(first))).rejects.toThrow('EADDRINUSE');
  await closeServer(first, 1000);
});
