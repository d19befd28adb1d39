import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Changes } from '../src/events/changes';
import { followNotes, type Photograph } from '../src/events/note-pictures';
import { addPreviewNote, DirectoryStore, encode } from '../src/index';
import { readNotePicture } from '../src/stores/note-pictures';

const VERSION = '1.0.0-0123456789ab';
const REMOTE = 'mf-booking';
const PICTURE = Buffer.from('a picture');

/** Follows the notes of a new store. `photograph` stands in for a browser. */
async function follow(photograph: Photograph) {
  const store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-notes-')));
  const expires = new Date(Date.now() + 60_000).toISOString();
  const remotes = { [REMOTE]: { version: VERSION, expires } };
  await store.write('previews/pr-1.json', encode({ revision: 1, remotes }));
  const stopping = new AbortController();
  const lines: string[] = [];
  const followed = followNotes(
    {
      ...{ changes: new Changes(store), store, photograph },
      previewLink: async (remote, channel) =>
        `https://carry.example/first/page?preview=${remote}@${channel}.signed`,
      log: (line) => lines.push(line),
    },
    stopping.signal,
  );
  await sleep(200); // until it has found the end of the log
  const note = (page: string, version = VERSION) =>
    addPreviewNote(store, {
      ...{ remote: REMOTE, channel: 'pr-1', version, text: 'too small' },
      place: { page, element: '#book', theme: 'light', viewport: { width: 360, height: 640 } },
    });
  const readPicture = ({ at }: { at: string }) =>
    readNotePicture(store, {
      ...{ remote: REMOTE, version: VERSION },
      file: `${at.replaceAll(/[:.]/g, '-')}.webp`,
    });
  const stop = () => {
    stopping.abort();
    return followed;
  };
  return { lines, note, readPicture, stop };
}

test('takes a picture as on the screen of the reviewer', async () => {
  const photograph = vi.fn<Photograph>(async () => PICTURE);
  const { note, readPicture, stop } = await follow(photograph);
  const entry = await note('//evil.example/booking/1');
  await vi.waitFor(async () => expect(await readPicture(entry)).toEqual(PICTURE), 20_000);
  expect(photograph.mock.calls).toEqual([
    [
      {
        url: 'https://carry.example//evil.example/booking/1?preview=mf-booking%40pr-1.signed',
        ...{ element: '#book', width: 360, height: 640, theme: 'light' },
      },
    ],
  ]);
  await stop();
});

test('goes on after a picture that fails', async () => {
  const photograph = vi.fn<Photograph>(async () => PICTURE);
  photograph.mockRejectedValueOnce(new Error('no browser')).mockResolvedValueOnce(null);
  const { lines, note, readPicture, stop } = await follow(photograph);
  await note('/1');
  await note('/2');
  const last = await note('/3');
  await vi.waitFor(async () => expect(await readPicture(last)).toEqual(PICTURE), 20_000);
  expect(lines).toEqual([
    expect.stringMatching(/^no picture of the note of .+ on mf-booking: no browser$/),
    expect.stringMatching(/the page does not show what it is about$/),
  ]);
  await stop();
});

test('takes no picture of another release than the note is about', async () => {
  const photograph = vi.fn<Photograph>(async () => PICTURE);
  const { lines, note, stop } = await follow(photograph);
  await note('/1', '0.9.0-0123456789ab');
  await vi.waitFor(
    () => expect(lines).toEqual([expect.stringMatching(/shows another release now$/)]),
    20_000,
  );
  expect(photograph).not.toHaveBeenCalled();
  await stop();
});

test('takes at most 30 pictures of a preview in an hour', async () => {
  const photograph = vi.fn<Photograph>(async () => PICTURE);
  const { note, stop } = await follow(photograph);
  for (let number = 0; number < 32; number++) await note(`/${number}`);
  await vi.waitFor(() => expect(photograph).toHaveBeenCalledTimes(30), 20_000);
  await stop();
  expect(photograph).toHaveBeenCalledTimes(30);
});
