import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditEntry, auditActions } from '@carry/contracts/release';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Changes, type StoreChange } from '../src/events/changes';
import { toCloudEvent } from '../src/events/cloud-event';
import { eventType } from '../src/events/describe-event';
import { decodePosition, encodePosition } from '../src/events/position';
import {
  abortRollout,
  addOwner,
  addPreviewNote,
  advanceRollout,
  announceRollout,
  DirectoryStore,
  deriveTrust,
  encode,
  endPreview,
  holdRollout,
  installSite,
  lift,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  retire,
  rollback,
  rotateKey,
  SignedStore,
  type SigningKey,
  type Store,
  setCanary,
  setFlag,
  setPreview,
  setRolloutPaused,
  startRollout,
  unlock,
} from '../src/index';
import { signStored } from '../src/pointers/sign-stored';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { build, numbered, owners, release } from './build';

const REMOTE = 'mf-booking';
const why = { why: 'as planned' };
const newKey = () => readSigningKey(newPrivateKey());
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000);

let folder: string;
let store: DirectoryStore;
let first: string;
let second: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-changes-'));
  store = new DirectoryStore(folder);
  first = (await release(store, numbered(1))).version;
  second = (await release(store, numbered(2))).version;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const getTypes = (changes: readonly StoreChange[]) =>
  changes.map((change) =>
    toCloudEvent(change, 'https://carry.example').type.slice('carry.'.length),
  );

describe('changes of a store', () => {
  test('names every type of event after its change', async () => {
    const changes = new Changes(store);
    const flag = 'new-form';
    const flags = `{ '${flag}': { default: false, does: 'Shows the new form.' } }`;
    const routes = "[{ id: 'booking', path: '/booking/:id', Component: () => null }]";
    const server = `exports.default = { contractVersion: 2, flags: ${flags}, createRoutes: () => ${routes} };`;
    const [key, next] = [newKey().publicKey, newKey().publicKey];
    const owner = { paths: ['/help'], keys: [key] };
    const preview = { channel: 'pr-1', remote: REMOTE };
    const place = { page: '/booking/1', viewport: { width: 360, height: 640 } };
    const note = { ...preview, version: second, place, text: 'too small', name: 'Ada' };
    const team = newKey();
    const keyed = { [REMOTE]: { paths: ['/booking'], keys: [team.publicKey] } };
    const signed = new SignedStore(store, () => deriveTrust({ owners: keyed }, []), team);
    const canary = { version: first, percent: 10 };
    const step = { remote: REMOTE, version: second, percent: 5, liveRevision: 4 };
    const steps: [string, () => Promise<unknown>][] = [
      ['release.rolled-back', () => rollback(store, REMOTE, why)],
      ['rollout.started', () => startRollout(store, REMOTE, { version: second, ...why })],
      ['rollout.held', () => holdRollout(store, { ...step, ...why })],
      [
        'rollout.waiting',
        () => announceRollout(store, { ...step, action: 'rollout-waiting', ...why }),
      ],
      [
        'rollout.finished',
        () => announceRollout(store, { ...step, action: 'rollout-finished', ...why }),
      ],
      [
        'rollout.advanced',
        () => advanceRollout(store, REMOTE, { version: second, step: 0, ...why }),
      ],
      ['rollout.paused', () => setRolloutPaused(store, REMOTE, { paused: true, ...why })],
      ['rollout.resumed', () => setRolloutPaused(store, REMOTE, { paused: false, ...why })],
      ['rollout.aborted', () => abortRollout(store, REMOTE, why)],
      ['release.promoted', () => promote(store, REMOTE, { version: second, ...why })],
      ['remote.locked', () => lock(store, REMOTE, { ...why, who: 'kim' })],
      [
        'release.quarantined',
        () => quarantine(store, REMOTE, { version: second, to: first, ...why }),
      ],
      ['remote.unlocked', () => unlock(store, REMOTE, why)],
      ['release.quarantine-lifted', () => lift(store, REMOTE, { version: second, ...why })],
      ['canary.changed', () => setCanary(store, REMOTE, { ...canary, ...why })],
      ['canary.aborted', () => quarantine(store, REMOTE, { version: first, ...why })],
      ['release.published', () => release(store, build({ server }))],
      ['flag.changed', () => setFlag(store, REMOTE, { flag, percent: 25, ...why })],
      [
        'preview.created',
        () => setPreview(store, { ...preview, version: second, expires: tomorrow(), ...why }),
      ],
      ['preview.noted', () => addPreviewNote(store, note)],
      ['preview.ended', () => endPreview(store, { ...preview, ...why })],
      ['owner.changed', () => addOwner(store, 'mf-help', { owner, ...why })],
      ['key.changed', () => rotateKey(store, 'mf-help', { key: next, ...why })],
      [
        'site.changed',
        () => installSite(store, { schema: 1, name: 'Carry', owners, frame: { links: [] } }, why),
      ],
      ['release.signed', () => signStored({ unsigned: store, signed }, REMOTE, why)],
      ['remote.retired', () => retire(signed, REMOTE, why)],
    ];
    let position = await changes.end();
    for (const [type, change] of steps) {
      await change();
      const { changes: found, position: after } = await changes.after(position);
      expect(getTypes(found), type).toEqual([type]);
      position = after;
      await sleep(2); // entries without a revision are ordered by time
    }
    const types = auditActions.map((action) =>
      eventType({ action } as AuditEntry).slice('carry.'.length),
    );
    expect(steps.map(([type]) => type).sort()).toEqual([...new Set(types)].sort());
  });

  test('name an automatic rollback like one by a person', async () => {
    const changes = new Changes(store);
    const start = await changes.end();
    await quarantine(store, REMOTE, { version: second, to: first, ...why });
    const { changes: found } = await changes.after(start);
    expect(found).toMatchObject([{ entry: { action: 'rolled-back', from: second, to: first } }]);
    expect(getTypes(found)).toEqual(['release.rolled-back']);
  });

  test('have the same ids and texts for each reader', async () => {
    const start = { live: 0, site: 0, floor: 0, previews: [] };
    const reader = new Changes(store);
    const seen = new Changes(store);
    await seen.end();
    await rollback(store, REMOTE, why);
    expect((await reader.after(start)).changes).toEqual((await seen.after(start)).changes);
    const [change] = (await reader.after(start)).changes;
    expect(change?.id).toMatch(/^live-1-\d+$/);
    expect(toCloudEvent(change as StoreChange, 'https://carry.example')).toMatchObject({
      specversion: '1.0',
      id: change?.id,
      source: 'https://carry.example',
      type: 'carry.release.published',
      subject: REMOTE,
      time: change?.entry.at,
      data: { action: 'publish', to: first, text: expect.stringContaining(`${first} is live`) },
    });
  });

  test('are found after a writer died before its audit entry', async () => {
    const changes = new Changes(store);
    const start = await changes.end();
    await setPreview(store, {
      channel: 'pr-1',
      remote: REMOTE,
      version: second,
      expires: tomorrow(),
      why: 'look',
    });
    await rollback(store, REMOTE, why);
    for (const file of await store.list('audit'))
      if (/preview|rollback/.test(file)) await store.remove(file);
    expect(getTypes((await new Changes(store).after(start)).changes)).toEqual([
      'preview.created',
      'release.rolled-back',
    ]);
  });

  test('are derived from the documents, not from what the writer claims', async () => {
    const lines: string[] = [];
    const changes = new Changes(store, (line) => lines.push(line));
    const start = await changes.end();
    const live = await readLive(store);
    const claim = { ...live.change, action: 'publish', to: second, revision: live.revision + 1 };
    const pointer = { ...live.remotes[REMOTE], version: first, history: [], ahead: [second] };
    const remotes = { [REMOTE]: pointer };
    await store.write('live.json', encode({ revision: live.revision + 1, remotes, change: claim }));
    expect((await changes.after(start)).changes).toMatchObject([
      { entry: { action: 'rollback', from: second, to: first } },
    ]);
    const { position } = await changes.after(start);
    const again = { ...claim, revision: live.revision + 2 };
    await store.write('live.json', encode({ revision: live.revision + 2, remotes, change: again }));
    expect((await changes.after(position)).changes).toEqual([]);
    expect(lines.join()).toMatch(/changes no remote/);
  });

  test('without a trusted signature are no changes', async () => {
    const key = newKey();
    const trust = deriveTrust(
      { owners: { [REMOTE]: { paths: ['/'], keys: [key.publicKey] } } },
      [],
    );
    const signed = new SignedStore(store, () => trust, key);
    await signStored({ unsigned: store, signed }, REMOTE, why);
    const changes = new Changes(signed);
    const start = await changes.end();
    const forge = async (pointer: object | null, action: string) => {
      const live = await readLive(store);
      const revision = live.revision + 1;
      const remotes = pointer ? { [REMOTE]: { ...live.remotes[REMOTE], ...pointer } } : {};
      const change = { ...live.change, action, revision };
      await store.write('live.json', encode({ ...live, revision, remotes, change }));
      return (await changes.after(start)).changes;
    };
    const canary = { version: second, percent: 100, takenBack: false };
    expect(await forge({ canary }, 'canary')).toEqual([]);
    expect(await forge(null, 'retire')).toEqual([]);
  });

  test('include notes of reviewers, signed by a site where releases are signed', async () => {
    const [team, site] = [newKey(), newKey()];
    const owned = { [REMOTE]: { paths: ['/'], keys: [team.publicKey] } };
    const trust = deriveTrust({ owners: owned, siteKeys: [site.publicKey] }, []);
    const storeAs = (key: SigningKey | null) => new SignedStore(store, () => trust, key);
    await signStored({ unsigned: store, signed: storeAs(team) }, REMOTE, why);
    const changes = new Changes(storeAs(null));
    const start = await changes.end();
    const place = { page: '/booking/1', viewport: { width: 360, height: 640 } };
    const about = { remote: REMOTE, channel: 'pr-1', version: second, place };
    const addAs = (key: SigningKey | null, text: string, to: Store = storeAs(key)) =>
      addPreviewNote(to, { ...about, text, name: 'Ada' });
    await addAs(site, 'too small');
    await addAs(newKey(), 'signed by a stranger');
    await addAs(null, 'not signed', store);
    await expect(addAs(null, 'no key')).rejects.toThrow(/SITE_KEY/);
    const { changes: found } = await changes.after(start);
    expect(found.map(({ entry }) => entry)).toMatchObject([
      { action: 'preview-note', who: 'reviewer Ada', why: 'too small', note: place, to: second },
    ]);
    expect(found.map((change) => toCloudEvent(change, 'https://carry.example'))).toMatchObject([
      {
        type: 'carry.preview.noted',
        data: {
          text: 'a reviewer left a note on /booking/1 in the preview pr-1 of mf-booking (reviewer Ada: too small)',
        },
      },
    ]);
    expect((await readAudit(storeAs(null), REMOTE)).filter(({ note }) => note)).toHaveLength(1);
  });

  test('names the hold of a rollout', async () => {
    await rollback(store, REMOTE, why);
    await startRollout(store, REMOTE, { version: second, ...why });
    const changes = new Changes(store);
    const start = await changes.end();
    const about = { remote: REMOTE, version: second, percent: 5, liveRevision: 4 };
    await holdRollout(store, { ...about, why: 'LCP is above 1400 ms' });
    const { changes: found, position } = await changes.after(start);
    expect(getTypes(found)).toEqual(['rollout.held']);
    expect((await changes.after(position)).changes).toEqual([]);
  });

  test('are not repeated while live.json is gone or restored', async () => {
    const changes = new Changes(store);
    const end = await changes.end();
    const content = (await store.read('live.json')) as Buffer;
    await store.remove('live.json');
    const { position } = await changes.after(end);
    await store.write('live.json', content);
    expect((await changes.after(position)).changes).toEqual([]);
  });

  test('can be resumed at a short text', async () => {
    const changes = new Changes(store);
    const end = await changes.end();
    await setPreview(store, {
      channel: 'pr-1',
      remote: REMOTE,
      version: second,
      expires: tomorrow(),
      why: 'look',
    });
    const { position } = await changes.after(end);
    await sleep(2);
    await endPreview(store, { channel: 'pr-1', remote: REMOTE, why: 'done' });
    await rollback(store, REMOTE, why);
    const resumed = decodePosition(encodePosition(position));
    expect(getTypes((await changes.after(resumed ?? end)).changes)).toEqual([
      'preview.ended',
      'release.rolled-back',
    ]);
    expect(decodePosition('12; x')).toBeNull();
  });

  test('reach followers of other processes and of this one', async () => {
    const changes = new Changes(store);
    const stopped = new AbortController();
    const found: StoreChange[] = [];
    const following = (async () => {
      for await (const change of changes.follow({ signal: stopped.signal })) found.push(change);
    })();
    await sleep(300);
    await rollback(store, REMOTE, why);
    await expect.poll(() => getTypes(found)).toEqual(['release.rolled-back']);
    await setPreview(store, {
      channel: 'pr-1',
      remote: REMOTE,
      version: second,
      expires: tomorrow(),
      why: 'look',
    });
    changes.poke();
    await expect.poll(() => found.length, { timeout: 2000, interval: 20 }).toBe(2);
    stopped.abort();
    await following;
  });
});
