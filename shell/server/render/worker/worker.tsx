// Entry point of a render process. Each release runs in its own realm.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { attribution, inOwnTurn } from '../protocol/attribution';
import { frameReader, writeFrame } from '../protocol/frames';
import type { SentByProcess } from '../protocol/from-process';
import { FRAME, MAX_MESSAGE_BYTES, REALM_FILE, type ToProcess } from '../protocol/protocol';
import { enterSandbox } from './enter-sandbox';
import { compileRealm, Sandbox, type SandboxEvents } from './sandbox';

const MAX_ERROR = 4000;
const MEASURED = 3;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
setFlagsFromString('--no-expose-gc');

const { stdin, stdout } = process;
const send = (message: SentByProcess) => writeFrame(stdout, message, MAX_MESSAGE_BYTES);
const shell = compileRealm(
  readFileSync(path.join(path.dirname(process.argv[1] ?? ''), REALM_FILE), 'latin1'),
  REALM_FILE,
);
const sandboxes = new Map<string, Sandbox>();
const reads = new Map<number, string>();
let lastRead = 0;
let setup = '';

const usedBytes = () => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};
let usedBefore = usedBytes();
let running = FRAME;
attribution.listen((key) => {
  const now = usedBytes();
  const before = sandboxes.get(running);
  if (before) before.growth += now - usedBefore;
  usedBefore = now;
  running = key;
  send({ type: 'enter', key });
});

const crash = (key: string, error: string): never => {
  send({ type: 'crashed', key, error: error.slice(0, MAX_ERROR) });
  return end(1);
};

const createEvents = (key: string): SandboxEvents => ({
  rendered(id, rendered) {
    try {
      if (rendered.length > MAX_MESSAGE_BYTES)
        throw new RangeError(`page of ${rendered.length} characters exceeds ${MAX_MESSAGE_BYTES}`);
      send({ type: 'rendered', id, rendered });
    } catch (error) {
      send({ type: 'failed', id, error: String(error) });
    }
  },
  failed: (id, error) => send({ type: 'failed', id, error: error.slice(0, MAX_ERROR) }),
  read(path, requestId) {
    const id = ++lastRead;
    reads.set(id, key);
    const isId = /^[\w=-]{1,64}$/.test(requestId);
    send({ type: 'read', id, key, path, ...(isId && { requestId }) });
    return id;
  },
  crashed: (error) => void crash(key, error),
});

function settle(id: number, status: number, body: string): void {
  const key = reads.get(id);
  reads.delete(id);
  if (key !== undefined) sandboxes.get(key)?.answer(id, status, body);
}

function unload(key: string): void {
  sandboxes.get(key)?.stop();
  sandboxes.delete(key);
}

/** Reports the release that retains the most memory, by unloading candidates. The process cannot render afterwards. */
async function measure(): Promise<void> {
  const byGrowth = [...sandboxes]
    .filter(([key]) => key !== FRAME)
    .map(([key, { growth }]) => ({ key, growth }))
    .sort((one, other) => other.growth - one.growth);
  const collected = async () => {
    for (let round = 0; round < 2; round++) {
      collectGarbage();
      await new Promise<void>((resolve) => inOwnTurn(resolve));
    }
    return usedBytes();
  };
  let most = { key: FRAME, bytes: 0 };
  let before = await collected();
  for (const { key } of byGrowth.slice(0, MEASURED)) {
    unload(key);
    const after = await collected();
    if (before - after > most.bytes) most = { key, bytes: before - after };
    before = after;
  }
  send({ type: 'measured', ...most });
}

function createSandbox(key: string): Sandbox {
  const sandbox = new Sandbox(key, { shell, setup }, createEvents(key));
  sandboxes.set(key, sandbox);
  return sandbox;
}

function handle(message: ToProcess): void {
  if (message.type === 'load') {
    attribution.run(message.key, () => createSandbox(message.key).load(message.release));
  } else if (message.type === 'unload') unload(message.key);
  else if (message.type === 'render') {
    const { id, key, request } = message;
    const sandbox = sandboxes.get(key);
    if (sandbox) sandbox.render(id, request);
    else send({ type: 'failed', id, error: `${key} is not loaded` });
  } else if (message.type === 'drop') {
    sandboxes.get(message.key)?.drop(message.id);
    send({ type: 'dropped', id: message.id });
  } else if (message.type === 'read') settle(message.id, message.status, message.body);
  else if (message.type === 'read-failed') settle(message.id, 0, '');
  else if (message.type === 'measure') void measure();
}

process.on('unhandledRejection', () => {}); // the page's deadline handles it
process.on('uncaughtException', () => void crash(attribution.current(), 'uncaught exception'));
const end = enterSandbox();
stdin.on('end', () => end(0));
stdin.on(
  'data',
  frameReader(Number.POSITIVE_INFINITY, (parsed) => {
    const message = parsed as ToProcess;
    if (message.type === 'ping') send({ type: 'pong' });
    else if (message.type === 'setup') {
      setup = JSON.stringify(message.setup);
      createSandbox(FRAME);
      send({ type: 'ready' });
    } else inOwnTurn(() => handle(message));
  }),
);
