import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Candidate } from '../src/checks/candidate';
import { collectGarbage, DirectoryStore } from '../src/index';
import { examine } from '../src/maintenance/doctor';
import { readDifference } from '../src/reports/difference';
import { listPictures, readPicture } from '../src/stores/stored-pictures';
import { numbered, release } from './build';

let folder: string;
let store: DirectoryStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-pictures-'));
  store = new DirectoryStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A gate that takes one picture of each page. */
const createGate =
  (...pages: [route: string, content: string][]) =>
  async ({ pictures }: Candidate) => {
    for (const [route, content] of pages)
      pictures.push({
        ...{ route, page: route.replace(':id', '1') },
        ...{ content: Buffer.from(content), width: 640, height: 400 },
      });
  };
const publish = async (number: number, ...pages: [string, string][]) => {
  const { version } = await release(store, numbered(number), { gates: [createGate(...pages)] });
  return version;
};

describe('pictures of a release', () => {
  test('are stored beside its files', async () => {
    const version = await publish(1, ['/booking/:id', 'form'], ['/booking-success', 'done']);
    const base = `mf-booking/${version}`;
    const pictures = await listPictures(store, base);
    expect(pictures.map(({ route, page }) => [route, page])).toEqual([
      ['/booking-success', '/booking-success'],
      ['/booking/:id', '/booking/1'],
    ]);
    const [first] = pictures;
    expect(String(await readPicture(store, base, first?.file ?? ''))).toBe('done');
    expect(await examine(store)).toEqual([]);
  });

  test('are not read if they are damaged or not listed', async () => {
    const base = `mf-booking/${await publish(1, ['/booking/:id', 'form'])}`;
    const [picture] = await listPictures(store, base);
    expect(await readPicture(store, base, '../release.json')).toBeNull();
    await store.write(`${base}/pictures/${picture?.file}`, Buffer.from('forged'));
    expect(await readPicture(store, base, picture?.file ?? '')).toBeNull();
    await store.write(`${base}/pictures.json`, Buffer.from('{'));
    expect(await listPictures(store, base)).toEqual([]);
  });

  test('are at most 24', async () => {
    const pages = Array.from({ length: 30 }, (_, at): [string, string] => [`/p${at}`, `${at}`]);
    const version = await publish(1, ...pages);
    expect(await listPictures(store, `mf-booking/${version}`)).toHaveLength(24);
  });

  test('are compared by route', async () => {
    const from = await publish(1, ['/booking/:id', 'form'], ['/old', 'old'], ['/same', 'same']);
    const to = await publish(2, ['/booking/:id', 'new form'], ['/same', 'same']);
    const { pictures } = await readDifference(store, 'mf-booking', { from, to });
    const files = pictures.map((one) => [one.name, one.from?.file === one.to?.file]);
    expect(files).toEqual([
      ['/booking/:id', false],
      ['/old', false],
      ['/same', true],
    ]);
    expect(pictures[1]).toMatchObject({ from: { width: 640, height: 400 }, to: null });
  });

  test('are removed with the release', async () => {
    for (let number = 1; number <= 14; number++) await publish(number, ['/p', `${number}`]);
    const later = Date.now() + 48 * 3_600_000;
    const { removed } = await collectGarbage(store, 1, { now: later });
    expect(removed).not.toEqual([]);
    const left = await store.list('mf-booking');
    for (const gone of removed)
      expect(left.filter((file) => file.startsWith(gone.replace('@', '/')))).toEqual([]);
  });
});
