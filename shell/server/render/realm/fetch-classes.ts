import { Headers, Request, Response } from 'whatwg-fetch';

// The package offers a fetch of its own, by XMLHttpRequest.
Reflect.deleteProperty(globalThis, 'fetch');
for (const [name, value] of Object.entries({ Headers, Request, Response }))
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: false,
  });
