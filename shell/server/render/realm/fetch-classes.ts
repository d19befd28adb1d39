import { Headers, Request, Response } from 'whatwg-fetch';

// The package's own fetch needs XMLHttpRequest.
Reflect.deleteProperty(globalThis, 'fetch');
for (const [name, value] of Object.entries({ Headers, Request, Response }))
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: false,
  });

// The router detects a response by its `body` member. Realms have no streams, so it is null.
for (const { prototype } of [Request, Response])
  Object.defineProperty(prototype, 'body', { value: null, configurable: true });

Object.defineProperty(Response, 'json', {
  value: (data: unknown, init: ResponseInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(JSON.stringify(data), { ...init, headers });
  },
  configurable: true,
  writable: true,
});
