import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts an API that gives every call the same answer. Returns the environment of commands, and the bodies that it received. */
export async function startAcceptingApi(answer: unknown = { detail: 'Done', coach_id: 9 }) {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => bodies.push(JSON.parse(part.toString())));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}
