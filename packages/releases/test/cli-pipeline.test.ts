// The two commands of a pipeline: a preflight with an exit code, and a result for people.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { lock } from '../src/index';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { bench, prepareBench, run } from './cli-bench';

prepareBench();
const parse = ({ out }: { out: string }) => JSON.parse(out) as Record<string, unknown>;

test('doctor --ci prints the result as JSON', async () => {
  const sound = await run('doctor', '--ci');
  expect([sound.code, parse(sound)]).toEqual([
    0,
    { ok: true, store: bench.opened.store.name, signer: null, findings: [] },
  ]);
  await bench.opened.store.remove(`mf-booking/${bench.versions[1]}/server/remote.cjs`);
  const damaged = await run('doctor', '--ci');
  expect(damaged.code).toBe(1);
  expect(parse(damaged)).toMatchObject({
    ok: false,
    findings: [{ level: 'error', what: expect.stringContaining('lacks server/remote.cjs') }],
  });
});

test('doctor prints errors as JSON, too', async () => {
  const { code, out } = await run('doctor', '--ci', '--nonsense');
  expect([code, JSON.parse(out)]).toEqual([2, { error: 'usage', message: expect.any(String) }]);
});

test('doctor checks that a remote may be published', async () => {
  expect(await run('doctor', 'mf-booking')).toMatchObject({
    code: 0,
    out: 'mf-booking can be published',
  });
  expect(await run('doctor', 'mf-nobody')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/error: mf-nobody owns no path.*\nwarning: mf-nobody has no live/),
  });
  await lock(bench.opened.store, 'mf-booking', { why: 'a sale', who: 'mia' });
  expect(await run('doctor', 'mf-booking')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^warning: mf-booking is locked by .*: a sale/),
  });
});

test('doctor refuses a key of another team', async () => {
  const [team, other] = [newPrivateKey(), newPrivateKey()];
  const { publicKey } = readSigningKey(team);
  const own = ['owner', 'add', 'mf-booking', '--path', '/booking', '--key', publicKey];
  vi.stubEnv('RELEASES_TRUST', readSigningKey(other).publicKey);
  try {
    vi.stubEnv('RELEASES_KEY', other);
    await run('sign', '--why', 'keys');
    vi.stubEnv('RELEASES_TRUST', '');
    expect(await run('sign')).toMatchObject({
      code: 1,
      err: expect.stringContaining('site.json is signed; set RELEASES_TRUST'),
    });
    vi.stubEnv('RELEASES_TRUST', readSigningKey(other).publicKey);
    expect(await run(...own)).toMatchObject({ code: 0 });
    vi.stubEnv('RELEASES_KEY', team);
    const { id } = readSigningKey(team);
    expect(parse(await run('doctor', 'mf-booking', '--ci'))).toMatchObject({
      ok: true,
      signer: `key ${id}`,
    });
    vi.stubEnv('RELEASES_KEY', newPrivateKey());
    expect(await run('doctor', 'mf-booking', '--ci')).toMatchObject({
      code: 1,
      out: expect.stringContaining('may not sign mf-booking: it is not a key of its team'),
    });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('publish --summary writes the result in Markdown', async () => {
  const file = path.join(bench.dist, 'release.md');
  const previewed = parse(
    await run('publish', 'mf-booking', '--channel', 'pr-1', '--summary', file, '--json'),
  );
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^## mf-booking 1\.2\.3-\w+\n/);
  expect(text).toContain(`[Open the preview](${previewed['url'] as string}) (commit abc).`);
  expect(text).toMatch(/\| `\/booking\/:id` \| \d+ B \| [+−\d]/);
  expect(text).toMatch(/Passed \d+ checks:/);

  await run('publish', 'mf-booking', '--percent', '10', '--summary', file);
  expect(readFileSync(file, 'utf8')).toContain(
    '10 % of the visitors get it at https://carry.example/booking',
  );
  await run('publish', 'mf-booking', '--summary', file);
  expect(readFileSync(file, 'utf8')).toContain('Live at https://carry.example/booking');
});

test('publish --summary repairs a damaged live release', async () => {
  const { store } = bench.opened;
  await store.write(`mf-booking/${bench.versions[1]}/release.json`, Buffer.from('{"schema":1,'));
  const file = path.join(bench.dist, 'release.md');
  expect(await run('publish', 'mf-booking', '--summary', file)).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('Live at https://carry.example/booking');
});
