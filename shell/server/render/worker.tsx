// A render process: it knows nothing but what comes over its channel. Its code is the shell's; that of the releases runs in realms of its own.
import './attribution'; // before React takes the timers

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { attribution, inOwnTurn } from './attribution';
import { frameReader, writeFrame } from './frames';
import type { FromProcess } from './from-process';
import { freezeShared, LoadedRelease, signedOut } from './loaded-release';
import { FRAME, type RenderSetup, type ToProcess } from './protocol';
import { renderPage } from './render-page';
import { freeze, seal } from './seal';

const MAX_ANSWER = 4 * 1024 * 1024;
const MAX_ERROR = 4000;
/** How many releases are looked at, those that grew most, when the process has grown too large. */
const MEASURED = 3;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
setFlagsFromString('--no-expose-gc');

const { stdin, stdout } = process;
const tell = (message: FromProcess) => writeFrame(stdout, message, MAX_ANSWER);
const releases = new Map<string, LoadedRelease | Error>();
/** What the API client uses of an answer. */
type Answer = Pick<Response, 'ok' | 'status' | 'text'>;
const reads = new Map<number, (answer: Answer | TypeError) => void>();
let lastRead = 0;
let setup: RenderSetup;
let visitor: ReturnType<typeof signedOut>;

const printError = (error: unknown) => {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  return (
    [stack, message, error]
      .map((part) => (part ? String(part) : ''))
      .find(Boolean)
      ?.slice(0, MAX_ERROR) ?? 'no reason given'
  );
};

const held = () => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};
let heldBefore = held();
let running = FRAME;
attribution.listen((key) => {
  const now = held();
  const before = releases.get(running);
  if (before instanceof LoadedRelease) before.growth += now - heldBefore;
  heldBefore = now;
  running = key;
  tell({ type: 'enter', key });
});

/** The id that our client gives a call; whatever else a release puts there is ignored. */
function idIn(headers: unknown): string | null {
  const id: unknown = Reflect.get(Object(headers), 'x-request-id');
  return typeof id === 'string' && /^[\w=-]{1,64}$/.test(id) ? id : null;
}

/** All the network there is: a request to the shell's process, which reads from the API in its name. */
async function readOverChannel(
  input: string,
  { method = 'GET', signal, headers }: RequestInit = {},
): Promise<Answer> {
  const key = attribution.current();
  const release = releases.get(key);
  if (method !== 'GET' || !input.startsWith(`${setup.apiUrl}/`))
    throw new TypeError('on the server, the API can only be read');
  if (!(release instanceof LoadedRelease) || release.owed === 0)
    throw new TypeError('the page is over');
  const id = ++lastRead;
  const answer = await new Promise<Answer | TypeError>((resolve) => {
    reads.set(id, (given) => attribution.run(key, () => resolve(given)));
    signal?.addEventListener('abort', () => reads.get(id)?.(new TypeError('aborted')), {
      once: true,
    });
    const requestId = idIn(headers);
    const path = input.slice(setup.apiUrl.length);
    tell({ type: 'read', id, key, path, ...(requestId && { requestId }) });
  });
  reads.delete(id);
  if (answer instanceof TypeError) throw answer;
  return answer;
}

function load({ key, release }: Extract<ToProcess, { type: 'load' }>): void {
  try {
    releases.set(key, new LoadedRelease(release, setup));
  } catch (error) {
    releases.set(key, new Error(printError(error)));
  }
}

async function render({ id, key, request }: Extract<ToProcess, { type: 'render' }>): Promise<void> {
  const release = releases.get(key);
  const loaded = release instanceof LoadedRelease ? release : null;
  if (loaded) loaded.owed++;
  try {
    if (release instanceof Error) throw release;
    if (!loaded && key !== FRAME) throw new Error(`${key} is not loaded`);
    const rendered = await renderPage(request, loaded, visitor);
    tell({ type: 'rendered', id, rendered });
  } catch (error) {
    tell({ type: 'failed', id, error: printError(error) });
  } finally {
    if (loaded && --loaded.owed === 0) loaded.timers.clearAll();
  }
}

/** Which of the releases that grew most holds most: by what is free once it is gone. Nothing can be rendered after it. */
async function measure(): Promise<void> {
  const loaded = [...releases].flatMap(([key, release]) =>
    release instanceof LoadedRelease ? [{ key, growth: release.growth }] : [],
  );
  const collected = async () => {
    for (let round = 0; round < 2; round++) {
      collectGarbage();
      await new Promise<void>((resolve) => inOwnTurn(resolve));
    }
    return held();
  };
  let most = { key: FRAME, bytes: 0 };
  let before = await collected();
  for (const { key } of loaded.sort((one, other) => other.growth - one.growth).slice(0, MEASURED)) {
    releases.delete(key);
    const after = await collected();
    if (before - after > most.bytes) most = { key, bytes: before - after };
    before = after;
  }
  tell({ type: 'measured', ...most });
}

const answerOf = ({ status, body }: Extract<ToProcess, { type: 'read' }>): Answer => ({
  status,
  ok: status >= 200 && status < 300,
  text: async () => body,
});

function handle(message: ToProcess): void {
  if (message.type === 'load') attribution.run(message.key, () => load(message));
  else if (message.type === 'unload') releases.delete(message.key);
  else if (message.type === 'render') attribution.run(message.key, () => void render(message));
  else if (message.type === 'read') reads.get(message.id)?.(answerOf(message));
  else if (message.type === 'read-failed')
    reads.get(message.id)?.(new TypeError('the API could not be read'));
  else if (message.type === 'measure') void measure();
}

function start(given: RenderSetup): void {
  setup = given;
  freeze(setup);
  visitor = signedOut(setup);
  Object.assign(globalThis, { fetch: readOverChannel });
  freezeShared();
  tell({ type: 'ready' });
}

process.on('unhandledRejection', () => {}); // the page that waits for it has its own deadline
process.on('uncaughtException', (error) => {
  tell({ type: 'crashed', key: attribution.current(), error: printError(error) });
  end(1);
});
const end = seal();
stdin.on('end', () => end(0));
stdin.on(
  'data',
  frameReader(Number.POSITIVE_INFINITY, (given) => {
    const message = given as ToProcess;
    if (message.type === 'ping') tell({ type: 'pong' });
    else if (message.type === 'setup') start(message.setup);
    else inOwnTurn(() => handle(message));
  }),
);
