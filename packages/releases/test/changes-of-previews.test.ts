import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Changes, type StoreChange } from '../src/events/changes';
import { toCloudEvent } from '../src/events/cloud-event';
import { decodePosition, encodePosition } from '../src/events/position';
import { DirectoryStore, encode, endPreview, extendPreview, setPreview } from '../src/index';
import { numbered, release } from './build';

const REMOTE = 'mf-booking';
const why = { why: 'as planned' };
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

const auditName = (at: string) => `audit/${at.replaceAll(/[:.]/g, '-')}-preview-${REMOTE}.json`;

/** Opens a preview at a time of its writer's clock. */
async function previewAt(at: string, channel: string): Promise<void> {
  const moved = { action: 'preview', remote: REMOTE, from: null, to: first };
  const entry = { at, who: 'kim', ...moved, why: 'another clock', channel };
  const remotes = { [REMOTE]: { version: first, expires: tomorrow().toISOString() } };
  await store.write(`previews/${channel}.json`, encode({ revision: 1, remotes, change: entry }));
  await store.write(auditName(at), encode(entry));
}

describe('changes of previews', () => {
  test('names previews, also of a writer with a slow clock', async () => {
    const changes = new Changes(store);
    await setPreview(store, {
      channel: 'pr-1',
      remote: REMOTE,
      version: second,
      expires: tomorrow(),
      why: 'look',
    });
    let { changes: found, position } = await changes.after({ ...(await changes.end()), live: 0 });
    await sleep(2);
    const late = new Date(Date.now() - 10 * 60_000).toISOString();
    await previewAt(late, 'pr-2');
    await endPreview(store, { channel: 'pr-1', remote: REMOTE, why: 'done' });
    ({ changes: found, position } = await changes.after(position));
    expect(found.map(({ entry: { channel } }) => channel)).toEqual(['pr-2', 'pr-1']);
    expect(getTypes(found)).toEqual(['preview.created', 'preview.ended']);
    expect((await changes.after(position)).changes).toEqual([]);
  });

  test('distinguishes a new expiry from a new preview', async () => {
    const changes = new Changes(store);
    const start = await changes.end();
    const preview = { channel: 'pr-1', remote: REMOTE };
    await setPreview(store, { ...preview, version: first, expires: tomorrow(), ...why });
    await sleep(2);
    await extendPreview(store, { ...preview, expires: tomorrow(), ...why });
    const { changes: found } = await changes.after(start);
    const texts = found.map((change) => toCloudEvent(change, 'https://carry.example').data.text);
    expect(texts).toEqual([
      expect.stringMatching(`^${REMOTE} ${first} has a preview in pr-1`),
      expect.stringMatching(`^the expiry of the preview pr-1 of ${REMOTE} changed`),
    ]);
  });

  test('names previews after one of a writer with a fast clock', async () => {
    const ahead = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await previewAt(ahead, 'pr-1');
    for (const isRestarted of [false, true]) {
      const changes = new Changes(store);
      let { position } = await changes.after({ ...(await changes.end()), previews: [] });
      if (isRestarted) position = await new Changes(store).end();
      const channel = isRestarted ? 'pr-3' : 'pr-2';
      const of = { channel, remote: REMOTE, version: second };
      await setPreview(store, { ...of, expires: tomorrow(), ...why });
      const read = await changes.after(position);
      expect(read.changes.map(({ entry: { channel: named } }) => named)).toEqual([channel]);
      expect((await changes.after(read.position)).changes).toEqual([]);
    }
    // a reader that comes back with the text, and one whose floor was in the future
    const changes = new Changes(store);
    const end = await changes.end();
    const text = decodePosition(encodePosition(end));
    const withFutureFloor = { ...end, floor: Date.now() + 3_600_000, previews: [] };
    await sleep(2);
    await setPreview(store, {
      ...{ channel: 'pr-4', remote: REMOTE, version: second },
      ...{ expires: tomorrow(), ...why },
    });
    for (const before of [text ?? end, withFutureFloor]) {
      const { changes: found } = await changes.after(before);
      expect(found.map(({ entry: { channel } }) => channel)).toContain('pr-4');
    }
  });

  test('ignore an entry of another change under the name of a preview', async () => {
    const changes = new Changes(store);
    const start = await changes.end();
    const at = new Date().toISOString();
    const lie = { at, who: 'ceo', action: 'publish', remote: REMOTE, from: first, to: second };
    await store.write(auditName(at), encode({ ...lie, why: 'as planned' }));
    expect((await changes.after(start)).changes).toEqual([]);
  });

  test.each(['preview', 'preview-end'])('ignore a forged entry of %s', async (action) => {
    await setPreview(store, {
      ...{ channel: 'pr-1', remote: REMOTE, version: second },
      ...{ expires: tomorrow(), ...why },
    });
    const lines: string[] = [];
    const changes = new Changes(store, (line) => void lines.push(line));
    const start = await changes.end();
    await sleep(2);
    const at = new Date().toISOString();
    const moved = { remote: REMOTE, from: null, to: action === 'preview' ? second : null };
    const lie = { at, who: 'ceo', action, ...moved, why: 'approve it', channel: 'pr-1' };
    await store.write(auditName(at).replace('-preview-', `-${action}-`), encode(lie));
    expect((await changes.after(start)).changes).toEqual([]);
    expect(lines.join()).toMatch(/is not announced/);
  });

  test('come behind many forged entries, which are read once', async () => {
    const lines: string[] = [];
    const changes = new Changes(store, (line) => void lines.push(line));
    const start = { ...(await changes.end()), previews: [] };
    for (let index = 0; index < 250; index++) {
      const at = new Date(Date.now() - 60_000 + index).toISOString();
      const lie = { at, who: 'ceo', action: 'preview', remote: REMOTE, from: null, to: second };
      await store.write(auditName(at), encode({ ...lie, why: 'approve it', channel: 'pr-1' }));
    }
    await previewAt(new Date().toISOString(), 'pr-2');
    for (const { entry } of (await changes.after(start)).changes)
      expect(entry.channel).toBe('pr-2');
    expect((await changes.after(start)).changes).toHaveLength(1);
    expect(new Set(lines).size).toBe(250);
    expect(lines).toHaveLength(250);
  });

  test('have each of several changes of a channel', async () => {
    const changes = new Changes(store);
    const start = await changes.end();
    const preview = { channel: 'pr-1', remote: REMOTE, expires: tomorrow(), ...why };
    for (const version of [first, second, first]) {
      await setPreview(store, { ...preview, version });
      await sleep(2);
    }
    await endPreview(store, preview);
    const found = (await changes.after(start)).changes.map(({ entry }) => entry.to);
    expect(found).toEqual([first, second, first, null]);
  });
});
