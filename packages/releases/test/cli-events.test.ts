import { describe, expect, test } from 'vitest';
import { changeOutbox } from '../src/events/outbox';
import { addOwner, deriveTrust, lock, readLive, rollback, SignedStore, unlock } from '../src/index';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { bench, prepareBench, run, runAt } from './cli-bench';

prepareBench();
const REMOTE = 'mf-booking';

const watch = (lines: number, flags: string[], act: () => Promise<unknown>) =>
  runUntil(lines, ['watch', ...flags], act);

/** Runs a command until `act` is done and as many lines are printed. */
async function runUntil(
  lines: number,
  command: string[],
  act: () => Promise<unknown>,
): Promise<string[]> {
  const before = process.rawListeners('SIGTERM');
  const out: string[] = [];
  const store = bench.opened.store.name;
  const running = runAt(store, command, { out: (text) => void out.push(text) });
  await expect.poll(() => process.rawListeners('SIGTERM').length).toBe(before.length + 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await act();
  await expect.poll(() => out.length).toBe(lines);
  for (const end of process.rawListeners('SIGTERM'))
    if (!before.includes(end)) end.call(process, 'SIGTERM');
  expect((await running).code).toBe(0);
  return out;
}

const change = () => rollback(bench.opened.store, REMOTE, { why: 'worse' });

describe('releases watch', () => {
  test('prints a sentence for each change', async () => {
    const [line] = await watch(1, [], change);
    expect(line).toMatch(/^\S+Z {2}mf-booking was rolled back from \S+ to \S+ \(.+: worse\)$/);
  });

  test('names the key of an author', async () => {
    const team = readSigningKey(newPrivateKey());
    const owner = { paths: ['/booking'], keys: [team.publicKey] };
    await addOwner(bench.opened.store, REMOTE, { owner, why: 'test' });
    const trust = deriveTrust({ owners: { [REMOTE]: owner } }, []);
    const signed = new SignedStore(bench.opened.store, () => trust, team);
    const who = `key ${team.id}`;
    const lines = [
      ...(await watch(1, [], () => lock(signed, REMOTE, { why: 'final', who }))),
      ...(await runUntil(2, ['status', '--watch'], () => unlock(signed, REMOTE, { why: 'over' }))),
    ];
    expect(lines[0]).toMatch(/is locked \(the team of mf-booking: final\)$/);
    expect(lines[2]).toMatch(/is unlocked \(the team of mf-booking: over\)\n/);
  });

  test('prints a CloudEvent a line with --json', async () => {
    const [line = ''] = await watch(1, ['--json', '--remote', REMOTE], change);
    expect(JSON.parse(line)).toMatchObject({
      type: 'carry.release.rolled-back',
      subject: REMOTE,
      source: 'https://carry.example',
    });
    expect(line).not.toContain('\n');
  });

  test('refuses an unknown remote', async () => {
    expect((await run('watch', '--remote', 'mf-nothing')).code).toBe(1);
  });
});

describe('releases status --watch', () => {
  test('prints the state now and after each change', async () => {
    const [before = '', after = ''] = await runUntil(2, ['status', '--watch'], change);
    const [first, second] = bench.versions;
    expect(before).toContain(second);
    expect(after).toMatch(/^\n\S+Z {2}mf-booking was rolled back from .+: worse\)\n/);
    expect(after).toMatch(new RegExp(`mf-booking +${first}`));
  });

  test('prints one document a line with --json', async () => {
    const lines = await runUntil(2, ['status', REMOTE, '--watch', '--json'], change);
    const live = lines.map((line) => JSON.parse(line).remotes[0].live.version as string);
    expect(live).toEqual([...bench.versions].reverse());
  });
});

describe('releases events', () => {
  test('lists undelivered events and sends them again', async () => {
    const { store } = bench.opened;
    expect((await run('events')).out).toBe('no event waits to be resent');
    const { change: entry } = await readLive(store);
    if (!entry) throw new Error('no change');
    const letter = {
      id: 'live-2-1',
      entry,
      attempts: 5,
      error: 'slack x: status 404',
      at: entry.at,
    };
    const position = { live: 2, site: 0, floor: 0, previews: [] };
    const lease = { holder: 'a server', beat: 1 };
    const outbox = { target: 'slack x', lease, position, queue: [], dead: [letter] };
    await changeOutbox(store, 'slack-x', () => outbox);
    expect((await run('events', 'dead')).out).toMatch(
      /slack x {2}live-2-1 {2}5 attempts, slack x: status 404 {2}mf-booking \S+ is live/,
    );
    expect(await run('events', 'resend', 'live-9')).toMatchObject({ code: 1 });
    expect((await run('events', 'resend', 'live-2-1')).out).toBe('1 event is sent again');
    expect((await run('events', 'dead', '--json')).out).toBe('[]');
  });

  test('refuses to resend to a target without a server', async () => {
    const { store } = bench.opened;
    const { change: entry } = await readLive(store);
    if (!entry) throw new Error('no change');
    const position = { live: 2, site: 0, floor: 0, previews: [] };
    const event = { id: 'live-2-1', entry, attempts: 0 };
    const old = { target: 'slack x (a1b2)', lease: null, position, queue: [event], dead: [] };
    await changeOutbox(store, 'slack-old', () => old);
    expect((await run('events', 'dead')).out).toMatch(/slack x \(a1b2\) .+no release server sends/);
    const refused = await run('events', 'resend', 'all');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/no release server sends to slack x \(a1b2\), so its event stays/);
    const lease = { holder: 'a server', beat: 1 };
    const served = { target: 'slack x (c3d4)', lease, position, queue: [], dead: [] };
    await changeOutbox(store, 'slack-new', () => served);
    expect((await run('events', 'resend', 'all', '--target', 'slack x (a1b2)')).err).toMatch(
      /send to: slack x \(c3d4\)/,
    );
    expect((await run('events', 'resend', 'all', '--target', 'c3d4')).out).toBe(
      '1 event is sent again',
    );
    expect((await run('events', 'dead', '--json')).out).toBe('[]');
  });
});
