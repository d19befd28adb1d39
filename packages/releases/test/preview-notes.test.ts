import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addPreviewNote, DirectoryStore, encode, findPreviewAuthor, readAudit } from '../src/index';
import { writeAudit } from '../src/pointers/live';

const remote = 'mf-booking';
const id = 'a'.repeat(32);
const place = { id, page: '/booking/1', viewport: { width: 390, height: 844 } };
const note = { remote, channel: 'pr-1', version: '1.0.0-aaaaaaaaaaaa', text: 'too small', place };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-notes-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Opens the store as a site that has not seen the entries of others yet. */
function openStale(): DirectoryStore {
  const store = new DirectoryStore(folder);
  store.list = async () => [];
  return store;
}

test('two sites that receive a note at once write it once', async () => {
  const first = await addPreviewNote(openStale(), note);
  await sleep(5);
  expect(await addPreviewNote(openStale(), note)).toEqual(first);
  expect(await readAudit(new DirectoryStore(folder))).toEqual([first]);
});

test.each([-20, 20])('two sites write a note once, clocks %i minutes apart', async (minutes) => {
  const first = await addPreviewNote(openStale(), note);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  expect(await addPreviewNote(openStale(), note)).toEqual(first);
  expect(await readAudit(new DirectoryStore(folder))).toEqual([first]);
});

test('two sites agree although another note has the same time', async () => {
  const at = new Date(Date.now() + 1000).toISOString();
  const store = new DirectoryStore(folder);
  await store.write(`audit/preview-note-${remote}-${id}`, encode({ at }));
  await store.write(`audit/preview-note-${remote}-${'b'.repeat(32)}`, encode({ at }));
  const other = { ...note, text: 'too dark', place: { ...place, id: 'b'.repeat(32) } };
  const texts = [note, other, note, other].map(
    async (sent) => (await addPreviewNote(openStale(), sent)).why,
  );
  expect(await Promise.all(texts)).toEqual(['too small', 'too dark', 'too small', 'too dark']);
  expect(await readAudit(store)).toHaveLength(2);
});

test('a note is written after a crash of the first site', async () => {
  const store = new DirectoryStore(folder);
  const at = '2020-01-01T00:00:00.000Z';
  await store.write(`audit/preview-note-${remote}-${id}`, encode({ at }));
  const { at: written } = await addPreviewNote(store, note);
  expect(Date.now() - Date.parse(written)).toBeLessThan(60_000);
});

/** Makes one read of an entry fail. */
function failRead(store: DirectoryStore, failing: number): void {
  const read = store.read.bind(store);
  let count = 0;
  vi.spyOn(store, 'read').mockImplementation(async (file, maxBytes) => {
    if (file.endsWith(`-${remote}.json`) && ++count === failing) throw new Error('socket hang up');
    return read(file, maxBytes);
  });
}

test('a note is not written twice after a failed read', async () => {
  const first = await addPreviewNote(openStale(), note);
  const store = openStale();
  failRead(store, 2); // the first one is part of the write
  await expect(addPreviewNote(store, note)).rejects.toThrow('socket hang up');
  expect(await readAudit(new DirectoryStore(folder))).toEqual([first]);
});

test('finds no other author after a failed read', async () => {
  const store = new DirectoryStore(folder);
  const { channel, version } = note;
  for (const [second, who] of ['ada', 'kim'].entries())
    await writeAudit(store, {
      ...{ at: `2026-11-30T08:00:0${second}.000Z`, who, action: 'preview', remote },
      ...{ from: null, to: version, channel, why: '' },
    });
  failRead(store, 1);
  await expect(findPreviewAuthor(store, { remote, channel, version })).rejects.toThrow(
    'socket hang up',
  );
});
