import type { Readable, Writable } from 'node:stream';

type Params = Record<string, unknown>;
type Listener = (method: string, params: Params) => void;

export interface Session {
  send(method: string, params?: Params): Promise<Params>;
  listen(listener: Listener): void;
  other(id: string): Session;
}

interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
  sessionId?: string;
}

function splitMessages(pipe: Readable, heard: (text: string) => void): void {
  let begun: Buffer[] = [];
  pipe.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      heard(Buffer.concat([...begun, chunk.subarray(from, end)]).toString());
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  });
}

/** Speaks the DevTools protocol over Chromium's pipes. */
export function connect(to: Writable, from: Readable) {
  const waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>();
  const listeners = new Map<string | undefined, Listener>();
  let last = 0;
  let ended = '';

  splitMessages(from, (text) => {
    const { id, method, params = {}, result = {}, error, sessionId }: Message = JSON.parse(text);
    if (method) listeners.get(sessionId)?.(method, params);
    const call = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !call) return;
    waiting.delete(id);
    if (error) call.reject(new Error(error.message));
    else call.resolve(result);
  });

  const session = (sessionId?: string): Session => ({
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Error(ended));
        const id = ++last;
        waiting.set(id, { resolve, reject });
        to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    listen: (listener) => void listeners.set(sessionId, listener),
    other: session,
  });
  return {
    browser: session(),
    end(why: string): void {
      ended = why;
      for (const { reject } of waiting.values()) reject(new Error(why));
      waiting.clear();
    },
  };
}
