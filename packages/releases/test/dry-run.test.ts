// `--dry-run` runs the checks of a command and writes nothing, at a store and at a release server.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runReleases } from '../src/cli/main';
import {
  createSignature,
  deriveTrust,
  encode,
  lock,
  newPrivateKey,
  quarantine,
  readSigningKey,
  SignedStore,
  type Store,
  setCanary,
  setRolloutPaused,
  startRollout,
} from '../src/index';
import { build, numbered, owners, release } from './build';
import { bench, prepareBench, run } from './cli-bench';
import * as service from './service-bench';

const REMOTE = 'mf-booking';
const why = { why: 'as planned' };

/** Returns all files of a store with their contents. */
async function readContents(store: Store): Promise<Record<string, string | undefined>> {
  const files = await store.list('');
  const contents = files.map(async (file) => [file, (await store.read(file))?.toString()] as const);
  return Object.fromEntries(await Promise.all(contents));
}

describe('--dry-run at a store', () => {
  prepareBench();
  const earlier = () => String(bench.versions[0]);
  const start = () => startRollout(bench.opened.store, REMOTE, { version: earlier(), ...why });

  const nothing = async () => {};
  test.each<[string, string[], () => Promise<unknown>, RegExp]>([
    ['promote', ['VERSION'], nothing, /@VERSION would go live;/],
    ['rollback', [], nothing, /@VERSION would go live;/],
    [
      'canary',
      ['VERSION', '--percent', '10'],
      nothing,
      /@VERSION would go to 10 % of the visitors;/,
    ],
    ['lock', ['--why', 'the final'], nothing, /^mf-booking would be locked: the final;/],
    [
      'unlock',
      [],
      () => lock(bench.opened.store, REMOTE, { ...why, who: 'kim' }),
      /^mf-booking would be unlocked;/,
    ],
    [
      'rollout start',
      ['VERSION', '--steps', '10,100'],
      nothing,
      /^the rollout would be: .*@VERSION 10 % \(step 1 of 2\)/,
    ],
    ['rollout pause', [], start, /^the rollout would be: .* 5 % \(step 1 of 4\): paused;/],
    [
      'rollout resume',
      [],
      async () => {
        await start();
        await setRolloutPaused(bench.opened.store, REMOTE, { paused: true, ...why });
      },
      /: 25 % after 30 minutes/,
    ],
    ['rollout approve', [], start, /^the rollout would be: .* 25 % \(step 2 of 4\)/],
    ['rollout abort', ['--why', 'wrong'], start, /^the rollout would be: .*@VERSION 0 %;/],
    ['retire', ['--why', 'unused'], nothing, /^mf-booking would be retired;/],
    [
      'lift',
      ['VERSION', '--why', 'fixed'],
      async () => {
        await setCanary(bench.opened.store, REMOTE, { version: earlier(), percent: 10, ...why });
        await quarantine(bench.opened.store, REMOTE, { version: earlier(), ...why });
      },
      /@VERSION could be served again;/,
    ],
    ['publish', [], nothing, /@1\.2\.3-\w+ passed all checks and would go live;/],
    [
      'publish',
      [],
      () => setCanary(bench.opened.store, REMOTE, { version: earlier(), percent: 10, ...why }),
      /and would go live; the canary VERSION would end;/,
    ],
    ['publish', ['--percent', '7'], nothing, /and would go to 7 % of the visitors;/],
    ['publish', ['--rollout'], nothing, /and would go to 5 % of the visitors;/],
    ['publish', ['--channel', 'pr-1'], nothing, /and could be previewed in pr-1 until 2/],
  ])('%s %j prints what would happen', async (command, args, prepare, text) => {
    await prepare();
    const before = await readContents(bench.opened.store);
    const words = args.map((arg) => (arg === 'VERSION' ? earlier() : arg));
    const line = [...command.split(' '), REMOTE, ...words, '--dry-run'];
    const { code, out } = await run(...line);
    expect({ code, out: out.replaceAll(earlier(), 'VERSION') }).toEqual({
      code: 0,
      out: expect.stringMatching(text),
    });
    expect(out).toMatch(/; nothing is changed$/);
    expect(JSON.parse((await run(...line, '--json')).out)).toMatchObject({ dryRun: true });
    expect(await readContents(bench.opened.store)).toEqual(before);
  });

  test('publish of a refused build keeps no refusal', async () => {
    bench.dist = build({ routes: "[{ id: 'booking', path: '/login', Component: () => null }]" });
    const before = await readContents(bench.opened.store);
    expect(await run('publish', REMOTE, '--dry-run')).toMatchObject({
      code: 1,
      err: expect.stringContaining('outside its ownership'),
    });
    expect(await readContents(bench.opened.store)).toEqual(before);
  });

  test('publish of the live release reports that it is live', async () => {
    bench.dist = numbered(2);
    expect((await run('publish', REMOTE, '--dry-run')).out).toMatch(
      /is live already; nothing is changed$/,
    );
  });

  test('refuses what the command refuses', async () => {
    await lock(bench.opened.store, REMOTE, { ...why, who: 'kim' });
    for (const command of [
      ['canary', REMOTE, earlier(), '--percent', '5'],
      ['publish', REMOTE],
    ])
      expect(await run(...command, '--dry-run')).toMatchObject({
        code: 3,
        err: expect.stringContaining('is locked by kim'),
      });
    expect(await run('rollout', 'pause', REMOTE, '--dry-run')).toMatchObject({ code: 1 });
    expect(await run('publish', REMOTE, '--summary', 'x.md', '--dry-run')).toMatchObject({
      code: 2,
    });
  });
});

describe('--dry-run at a release server', () => {
  service.prepareService();
  const pems = { team: newPrivateKey(), other: newPrivateKey() };
  const team = readSigningKey(pems.team);
  const keyed = {
    ...owners,
    [REMOTE]: { ...owners[REMOTE], keys: [team.publicKey] },
    'mf-account': { ...owners['mf-account'], keys: [readSigningKey(pems.other).publicKey] },
  };
  const trust = () => deriveTrust({ owners: keyed }, service.operators);
  let url: string;

  beforeEach(async () => {
    vi.stubEnv('RELEASES_KEY', pems.team);
    const store = new SignedStore(service.bench.behind, trust, team);
    const site = { schema: 1, revision: 2, owners: keyed };
    const signature = createSignature('site', site, { key: service.operator });
    await service.bench.behind.write('site.json', encode({ ...site, signature }));
    await release(store, numbered(1));
    await release(store, numbered(2));
    url = await service.startService({ trust });
  });
  afterEach(() => vi.unstubAllEnvs());

  async function send(...args: string[]) {
    const lines: string[] = [];
    const print = (text: string) => void lines.push(text);
    const environment = {
      ...{ defaultStore: '/none', siteUrl: 'https://carry.example', previewSecret: '' },
      publish: (_: string, more: { store: Store }) =>
        release(more.store, numbered(3), { ...more, commit: 'abc' }),
    };
    const streams = { out: print, err: () => {}, color: false, screen: null };
    const code = await runReleases([...args, '--to', url], environment, streams);
    return { code, text: lines.join('\n') };
  }

  test.each([
    ['publish', [], /passed the checks on this machine and would go live; nothing is changed$/],
    ['publish', ['--channel', 'pr-1'], /could be previewed in pr-1 until/],
    ['rollback', [], /would go live; nothing is changed$/],
    ['lock', ['--why', 'final'], /would be locked: final; nothing is changed$/],
  ])('%s %j sends nothing that could change', async (command, args, text) => {
    const { sent } = service.listen();
    const { code, text: printed } = await send(command, REMOTE, ...args, '--dry-run');
    expect([code, printed]).toEqual([0, expect.stringMatching(text)]);
    expect(sent).toEqual([]);
  });

  test('refuses a key that may not sign the change', async () => {
    vi.stubEnv('RELEASES_KEY', pems.other);
    const { code, text } = await send('lock', REMOTE, '--why', 'final', '--dry-run', '--json');
    expect([code, text]).toEqual([1, expect.stringContaining('may not sign it')]);
  });
});
