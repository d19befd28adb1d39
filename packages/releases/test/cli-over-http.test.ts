// `releases … --to URL` prints the same document, text and exit code as at the store. Runs the real `serve`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderSVG } from 'uqr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inspectHere } from '../src/checks/inspection';
import { type CliEnvironment, runReleases } from '../src/cli/main';
import { DirectoryStore, installSite, readAudit, readSite } from '../src/index';
import { writeAudit } from '../src/pointers/live';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { build, numbered, owners, release } from './build';

const pems = { operator: '', team: '', next: '', help: '' };
type Who = keyof typeof pems;
const getPublic = (who: Who) => readSigningKey(pems[who]).publicKey;

let folder: string;
/** The store behind the server, and one that is written directly. */
let guarded: string;
let local: string;
let url: string;
let stop: () => Promise<unknown>;
let dist: string;
/** Hook that runs while a release is tried. */
let meanwhile: (() => Promise<unknown>) | null;

const environment: CliEnvironment = {
  defaultStore: '/nowhere',
  siteUrl: 'https://carry.example',
  previewSecret: 'a secret of the site',
  async publish(_, more) {
    const gates = [async () => void (await meanwhile?.())];
    return release(more.store, dist, { ...more, gates, commit: 'abc' });
  },
  async prepare(store) {
    const site = { schema: 1 as const, name: 'Somewhere', owners, frame: { links: [] } };
    if (!(await readSite(store))) await installSite(store, site, { why: 'as the file says' });
  },
  tryCandidate: () => async (checked) => {
    await checked;
    await meanwhile?.();
  },
  inspect: inspectHere,
};

const run = (who: Who, ...args: string[]) => runInto([], who, args);

/** Runs a command. Adds its output to `out` at once. */
async function runInto(out: string[], who: Who, args: string[]) {
  vi.stubEnv('RELEASES_KEY', pems[who]);
  vi.stubEnv('RELEASES_TRUST', getPublic('operator'));
  const err: string[] = [];
  const streams = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    color: false,
    screen: null,
  };
  const code = await runReleases(args, environment, streams);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs the same command at the store and at the release server; removes expected differences. */
async function both(who: Who, ...args: string[]) {
  const plain = ({ out, err, ...more }: Awaited<ReturnType<typeof run>>) => ({
    ...more,
    out: out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|preview=[^"]+/g, '…'),
    err: err
      .split('\n')
      .map((line) => line.replace(/^ *[\d.]+ s +/, ''))
      .filter((line) => !/^(checking|sending it to the release server)$/.test(line)),
  });
  const answers = [
    plain(await run(who, ...args, '--store', local)),
    plain(await run(who, ...args, '--to', url)),
  ];
  expect(answers[1]).toEqual(answers[0]);
  return answers[1] as (typeof answers)[number];
}

async function serve(...more: string[]): Promise<void> {
  const before = process.rawListeners('SIGTERM');
  const out: string[] = [];
  const args = ['serve', '--port', '0', '--store', guarded, ...more];
  const running = runInto(out, 'operator', args);
  const address = () => /http:\S+/.exec(out.join(' '))?.[0] ?? '';
  await expect.poll(address).toMatch(/:\d+$/);
  url = address();
  stop = () => {
    for (const end of process.rawListeners('SIGTERM'))
      if (!before.includes(end)) end.call(process, 'SIGTERM');
    return running;
  };
}

beforeEach(async () => {
  for (const who of Object.keys(pems) as Who[]) pems[who] = newPrivateKey();
  folder = mkdtempSync(path.join(tmpdir(), 'carry-over-http-'));
  [guarded, local] = [path.join(folder, 'guarded'), path.join(folder, 'local')];
  dist = numbered(1);
  meanwhile = null;
  const owner = ['owner', 'add', 'mf-booking', '--path', '/booking', '--key', getPublic('team')];
  for (const store of [guarded, local])
    expect(await run('operator', ...owner, '--store', store)).toMatchObject({ code: 0 });
  await serve();
});
afterEach(async () => {
  await stop();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('names the keys of authors', async () => {
  await both('team', 'publish', 'mf-booking');
  await both('team', 'lock', 'mf-booking', '--why', 'final');
  for (const command of ['list', 'status']) {
    const { out } = await both('team', command);
    expect(out.match(/the team of mf-booking/g)).toHaveLength(command === 'list' ? 3 : 2);
    expect(out).not.toContain(readSigningKey(pems.team).id);
  }
});

test('stops soon after its last request, although the client keeps the connection', async () => {
  const port = Number(new URL(url).port);
  const client = net.connect(port, 'localhost');
  const answered = new Promise((resolve) => client.once('data', resolve));
  await new Promise((resolve) => client.write('GET /healthz HTTP/1.1\r\nhost: here\r\n', resolve));
  await sleep(300); // the server reads the start of the request
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = net.connect(port, 'localhost', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
  const stopped = stop();
  await expect.poll(isListening).toBe(false);
  client.write('\r\n');
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /);
  const started = performance.now();
  await stopped;
  expect(performance.now() - started).toBeLessThan(20_000);
  client.destroy();
  stop = async () => {};
});

test('handles signals before it listens', async () => {
  await stop();
  const before = process.listenerCount('SIGTERM');
  const { listen } = net.Server.prototype;
  let handlers = 0;
  vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function (this: net.Server, ...args) {
    handlers = process.listenerCount('SIGTERM') - before;
    return Reflect.apply(listen, this, args) as net.Server;
  });
  await serve();
  expect(handlers).toBe(1);
});

test('refuses the release of a key that is removed while it stops', async () => {
  let stopped: Promise<unknown> | undefined;
  const rotate = ['owner', 'rotate-key', 'mf-booking', '--compromised', '--why', 'stolen'];
  meanwhile = async () => {
    stopped = stop();
    await run('operator', ...rotate, '--key', getPublic('next'), '--store', guarded);
    await sleep(2000); // the server reads the keys each second
  };
  const { err } = await run('team', 'publish', 'mf-booking', '--to', url);
  expect(err).toMatch(/is signed by/);
  await stopped;
});

test('marks entries that no key has signed', async () => {
  await both('team', 'publish', 'mf-booking');
  expect((await both('team', 'list')).out).not.toContain('unverified');
  for (const store of [guarded, local])
    await writeAudit(new DirectoryStore(store), {
      ...{ at: new Date().toISOString(), who: 'ada', action: 'lock', remote: 'mf-booking' },
      ...{ from: null, to: null, why: 'final', revision: 2 },
    });
  expect((await both('team', 'list')).out).toMatch(/ada \(unverified\) +lock/);
});

test('prints the same result of publish over HTTP', async () => {
  const live = await both('team', 'publish', 'mf-booking', '--json');
  expect([live.code, JSON.parse(live.out)]).toEqual([
    0,
    {
      ...{ name: 'mf-booking', version: expect.stringContaining('1.2.3-'), outcome: 'published' },
      ...{ commit: 'abc', dirty: false },
    },
  ]);
  expect((await both('team', 'publish', 'mf-booking')).out).toMatch(/live already, unchanged/);
  dist = numbered(2);
  const preview = await both('team', 'publish', 'mf-booking', '--channel', 'pr-1', '--json');
  expect(JSON.parse(preview.out)).toMatchObject({ channel: 'pr-1', live: false });
  const canary = await both('team', 'publish', 'mf-booking', '--percent', '10', '--json');
  expect(JSON.parse(canary.out)).toMatchObject({ percent: 10, outcome: 'published' });
  for (const store of [guarded, local])
    expect((await readAudit(new DirectoryStore(store))).map(({ who }) => who).slice(1)).toEqual(
      Array(3).fill(`key ${readSigningKey(pems.team).id}`),
    );
  dist = numbered(3);
  const { out } = await both('team', 'publish', 'mf-booking', '--json');
  expect(JSON.parse(out)).toMatchObject({ endedCanary: JSON.parse(canary.out).version });
});

test('shows the QR code of the preview in the summary', async () => {
  const file = path.join(folder, 'release.md');
  const printed = await run(
    'team',
    ...['publish', 'mf-booking', '--channel', 'pr-1', '--summary', file, '--json', '--to', url],
  );
  const { url: link } = JSON.parse(printed.out) as { url: string };
  const [, address = ''] = /<img src="([^"]+)" /.exec(readFileSync(file, 'utf8')) ?? [];
  expect(address).toContain(`${url}/preview-code.svg?preview=mf-booking%40pr-1.`);
  const code = await fetch(address);
  expect([code.status, await code.text()]).toEqual([200, renderSVG(link, { border: 4 })]);
});

test.each<[number, string, () => Promise<unknown>]>([
  [
    1,
    'refused',
    async () => {
      dist = build({ routes: "[{ id: 'booking', path: '/login', Component: () => null }]" });
    },
  ],
  [
    3,
    'conflict',
    async () => {
      await both('team', 'publish', 'mf-booking');
      await both('team', 'lock', 'mf-booking', '--why', 'a sale');
      dist = numbered(2);
    },
  ],
  [
    3,
    'conflict',
    async () => {
      await both('team', 'publish', 'mf-booking');
      const [ours, theirs] = [numbered(2), numbered(3)];
      dist = ours;
      const stores = [local, guarded];
      meanwhile = async () => {
        [dist, meanwhile] = [theirs, null];
        await run('team', 'publish', 'mf-booking', '--store', stores.shift() ?? '');
        dist = ours;
      };
    },
  ],
  [
    4,
    'failed',
    async () => {
      for (const store of [guarded, local]) mkdirSync(path.join(store, 'live.json'));
    },
  ],
  [
    4,
    'failed',
    async () => {
      meanwhile = async () => {
        throw new Error('no browser starts');
      };
    },
  ],
])('exits with %i over HTTP, too: %s', async (code, error, prepare) => {
  await prepare();
  const known = meanwhile;
  const answers = [];
  for (const at of [
    ['--store', local],
    ['--to', url],
  ]) {
    meanwhile = known;
    answers.push(await run('team', 'publish', 'mf-booking', '--json', ...at));
  }
  for (const answer of answers) {
    expect(answer.code, answer.err).toBe(code);
    expect(JSON.parse(answer.out)).toEqual({ error, message: expect.any(String) });
    expect(answer.err).toMatch(new RegExp(`^${error}: `, 'm'));
  }
  if (code < 4) expect(answers[1]?.out).toBe(answers[0]?.out);
});

test.each(['serve', 'console'])('reports that the port of %s is in use', async (command) => {
  const { port } = new URL(url);
  const { code, err } = await run('operator', command, '--port', port, '--store', local);
  expect({ code, err }).toEqual({ code: 2, err: `port ${port} is in use; choose another --port` });
});

test('exits with 4 for an unreachable release server', async () => {
  await stop();
  const nobody = await run('team', 'list', '--json', '--to', url);
  const nowhere = await run('team', 'list', '--json', '--store', path.join(folder, 'typo'));
  expect([nobody.code, nowhere.code]).toEqual([4, 4]);
  expect(JSON.parse(nobody.out)).toEqual({
    error: 'failed',
    message: `the release server ${url} cannot be reached (ECONNREFUSED: connect ECONNREFUSED ${url.slice('http://'.length).replace('localhost', '127.0.0.1')}); check its address, your network and proxy, then try again`,
  });
  await serve();
});

/** Two seconds, plus the commands that poll. */
const SOON_MS = 8000;

/** Returns the time until a command exits with this code, ms. */
async function until(code: number, who: Who, ...args: string[]): Promise<number> {
  const since = performance.now();
  const answer = async () => (await run(who, ...args, '--to', url)).code;
  await expect.poll(answer, { timeout: 15_000, interval: 50 }).toBe(code);
  return performance.now() - since;
}

test('rotates a key within two seconds at a running server', async () => {
  await both('team', 'publish', 'mf-booking');
  const rotate = ['owner', 'rotate-key', 'mf-booking', '--why', 'stolen', '--store', guarded];
  for (const [args, code] of [
    [['owner', 'rotate-key', 'mf-booking'], 2],
    [[...rotate, '--key', 'ed25519:x'], 2],
    [[...rotate, '--key', getPublic('next'), '--key', getPublic('team')], 2],
    [['owner', 'rotate-key', 'mf-nobody', '--key', getPublic('next'), '--store', guarded], 1],
    [[...rotate.slice(0, -2), '--key', getPublic('next'), '--to', url], 1],
  ] as const)
    expect((await run(code === 1 ? 'team' : 'operator', ...args)).code, args.join(' ')).toBe(code);
  const lock = ['lock', 'mf-booking', '--why', 'mine'];
  expect((await run('next', ...lock, '--to', url)).err).toMatch(/unknown key/);

  const next = ['--key', getPublic('next'), '--json'];
  expect((await run('operator', ...rotate, ...next)).err).toMatch(/its live release is signed by/);
  const rotated = await run('operator', ...rotate, ...next, '--compromised');
  expect([rotated.code, JSON.parse(rotated.out)]).toEqual([
    0,
    { remote: 'mf-booking', paths: ['/booking'], keys: [getPublic('next')] },
  ]);
  expect((await readAudit(new DirectoryStore(guarded))).at(-1)).toMatchObject({
    ...{ action: 'rotate-key', remote: 'mf-booking', why: 'stolen' },
    who: `key ${readSigningKey(pems.operator).id}`,
  });
  expect(await until(0, 'next', 'list')).toBeLessThan(SOON_MS);
  expect((await run('team', ...lock, '--to', url)).err).toMatch(/unknown key/);
});

test('accepts a new owner within two seconds', async () => {
  await both('team', 'publish', 'mf-booking');
  expect((await run('help', 'list', '--to', url)).err).toMatch(/unknown key/);
  const add = ['owner', 'add', 'mf-help', '--path', '/help', '--key', getPublic('help')];
  expect((await run('operator', ...add, '--to', url)).code).toBe(0);
  expect(await until(0, 'help', 'list')).toBeLessThan(SOON_MS);
  dist = build({
    name: 'mf-help',
    routes: "[{ id: 'booking', path: '/help', Component: () => null }]",
  });
  expect(await run('help', 'publish', 'mf-help', '--to', url)).toMatchObject({ code: 0 });
});

test('accepts the first release of an installation from the operator', async () => {
  await stop();
  guarded = path.join(folder, 'empty'); // the store of docs/operations/installation.md, "With Docker Compose"
  await serve();
  expect((await run('team', 'publish', 'mf-booking', '--to', url)).err).toMatch(/unknown key/);
  expect(await run('operator', 'publish', 'mf-booking', '--to', url)).toMatchObject({ code: 0 });
  expect(await readSite(new DirectoryStore(guarded))).toMatchObject({
    name: 'Somewhere',
    owners,
    signature: { key: readSigningKey(pems.operator).id },
  });
  const add = ['owner', 'add', 'mf-booking', '--path', '/booking', '--key', getPublic('team')];
  expect(await run('operator', ...add, '--to', url)).toMatchObject({ code: 0 });
  expect(await until(0, 'team', 'list')).toBeLessThan(SOON_MS);
  dist = numbered(2);
  expect(await run('team', 'publish', 'mf-booking', '--to', url)).toMatchObject({ code: 0 });
});

test.runIf(process.platform === 'linux')('listens on loopback by default', async () => {
  const other = () => url.replace('localhost', '127.0.0.2'); // another loopback address
  await expect(fetch(`${other()}/healthz`)).rejects.toThrow();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await stop();
  await serve('--host', '0.0.0.0');
  expect((await fetch(`${other()}/healthz`)).status).toBe(200);
});
