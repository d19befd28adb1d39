import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Candidate,
  DirectoryStore,
  deriveTrust,
  endPreview,
  listPictures,
  readAudit,
  readPicture,
  readRelease,
  setPreview,
  signPreview,
} from '@carry/releases';
import { build, numbered, release } from '@carry/releases/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenedPreviews, PreviewDetails } from '../../universal/page/preview-details';
import type { DevRemotes } from './dev-remotes';
import { previewPanel } from './preview-panel';
import { PreviewResolver } from './preview-resolver';
import { ReleaseFiles } from './release-files';
import type { ReleaseSet } from './release-set';

const SECRET = 's'.repeat(32);
const REMOTE = 'mf-booking';
const consoleUrl = 'https://releases.example/console';
const HOUR_MS = 3_600_000;
const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS);
const createLink = (channel: string, secret = SECRET) =>
  signPreview(secret, { remote: REMOTE, channel, expires: expires.getTime() });
/** Returns a note on the second release with its own idempotency key. */
const newNote = () => ({
  ...{ id: randomUUID().replaceAll('-', ''), version: versions[1] },
  ...{ remote: REMOTE, channel: 'pr-1', text: 'Too\u202e small\n', page: '/booking/1' },
  ...{ element: '#book', excerpt: 'Book', viewport: { width: 360, height: 640 } },
});

let folder: string;
let store: DirectoryStore;
let versions: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-panel-'));
  store = new DirectoryStore(folder);
  const gates = (picture: string) => [
    async ({ pictures }: Candidate) =>
      void pictures.push({
        ...{ route: '/booking/:id', page: '/booking/1', content: Buffer.from(picture) },
        ...{ width: 640, height: 400 },
      }),
  ];
  const live = await release(store, build(), { gates: gates('before') });
  const next = await release(store, numbered(2), {
    target: { channel: 'pr-1', expires },
    gates: gates('after'),
  });
  await setPreview(store, {
    channel: 'pr-2',
    remote: REMOTE,
    version: live.version,
    expires,
    why: 'older',
  });
  versions = [live.version, next.version];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Opens the panel's calls for a browser with a cookie. `ask` keeps the cookie like a browser. */
async function open(cookie: string, mode: 'signed' | 'off' = 'signed') {
  const record = await readRelease(store, REMOTE, versions[0] ?? '');
  const files = new ReleaseFiles(store, null);
  const releases = {
    site: { schema: 1, revision: 1, owners: { [REMOTE]: { paths: ['/'] } }, frame: { links: [] } },
    trust: deriveTrust(null, []),
    noteIgnored: () => {},
    compositionFor: () => ({ records: new Map([[REMOTE, record]]), site: { settings: {} } }),
  } as unknown as ReleaseSet;
  const dev = { forEverybody: () => [], getRef: () => null } as unknown as DevRemotes;
  const previews = new PreviewResolver({ mode, secrets: [SECRET], store, files, dev, releases });
  const log = vi.fn();
  const onSearchCut = vi.fn();
  const app = previewPanel({
    ...{ previews, releases },
    ...{ store, consoleUrl, proxies: 0, log, onSearchCut },
  });
  const jar = { cookie };
  const ask = async (at: string, body?: object, headers: Record<string, string> = {}) => {
    const content = body && JSON.stringify(body);
    const answer = await app.request(at, {
      ...(content && { method: 'POST', body: content }),
      headers: {
        'content-length': String(content?.length ?? 0),
        cookie: jar.cookie,
        'content-type': 'application/json',
        ...headers,
      },
    });
    jar.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? jar.cookie;
    return answer;
  };
  const read = async () => (await (await ask('/')).json()) as OpenedPreviews;
  const list = async () => (await read()).previews;
  return { ask, read, list, jar, log, onSearchCut };
}

const getCookie = (...links: string[]) => `carry_preview=${links.join('~')}`;
const notes = async () =>
  (await readAudit(store)).filter(({ action }) => action === 'preview-note');

describe('the details of previews', () => {
  test('show author, start, end and differences', async () => {
    const { read } = await open(getCookie(createLink('pr-1')));
    const { previews, console } = await read();
    expect(console).toBe(consoleUrl);
    const [preview, ...others] = previews;
    expect(others).toEqual([]); // pr-2 is open, too, but this browser has no link to it
    expect(preview).toMatchObject({
      ...{ remote: REMOTE, channel: 'pr-1', version: versions[1], state: 'on', notable: true },
      ...{ token: createLink('pr-1'), until: expires.toISOString(), start: '/booking/1' },
      ...{ by: expect.any(String), since: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(preview?.difference?.files.length).toBeGreaterThan(0);
  });

  test('list nothing without a link', async () => {
    expect(await (await open('')).read()).toEqual({ previews: [], console: null });
  });

  test.each([
    ['a link without a valid signature', createLink('pr-1', 'another secret'), 'signed'],
    ['a link where previews are off', createLink('pr-1'), 'off'],
  ] as const)('show nothing of %s', async (_, link, mode) => {
    const { ask, read, list } = await open(getCookie(link), mode);
    const empty = { by: null, since: null, difference: null, pictures: [], notable: false };
    expect(await list()).toMatchObject([{ state: 'ended', version: '', commit: '', ...empty }]);
    expect((await read()).console).toBeNull();
    const [picture] = await listPictures(store, `${REMOTE}/${versions[0]}`);
    expect((await ask(`/pictures/${REMOTE}/${versions[0]}/${picture?.file}`)).status).toBe(404);
  });

  test('reports that an author was searched in the newest previews only', async () => {
    const { list, log, onSearchCut } = await open(getCookie(createLink('pr-1')));
    const later = Array.from(
      { length: 1000 },
      (_, index) => `audit/9999-${index}-preview-${REMOTE}.json`,
    );
    const stored = await store.list('audit');
    vi.spyOn(store, 'list').mockResolvedValue([...stored, ...later]);
    expect((await list())[0]?.by ?? null).toBeNull();
    expect(onSearchCut).toHaveBeenCalledOnce();
    expect(log).toHaveBeenCalledWith(expect.stringContaining('the newest 1000 previews only'));
  });

  test('name a preview that has ended', async () => {
    await endPreview(store, { channel: 'pr-1', remote: REMOTE, why: 'done' });
    const [preview] = await (await open(getCookie(createLink('pr-1')))).list();
    expect(preview).toMatchObject({ channel: 'pr-1', state: 'ended', difference: null });
  });

  test('name a preview during an outage, and take no note', async () => {
    const { ask, list } = await open(getCookie(createLink('pr-1')));
    vi.spyOn(store, 'read').mockRejectedValue(new Error('store down'));
    expect(await list()).toMatchObject([
      { channel: 'pr-1', state: 'unreachable', difference: null },
    ]);
    const answer = await ask('/notes', newNote());
    expect(answer.status).toBe(409);
    vi.restoreAllMocks();
  });
});

describe('the pictures of a preview', () => {
  const readPictures = async ({ list }: Awaited<ReturnType<typeof open>>) => {
    const [preview] = await list();
    const [{ from, to } = { from: null, to: null }] = preview?.pictures ?? [];
    return [
      `/pictures/${REMOTE}/${preview?.live}/${from?.file}`,
      `/pictures/${REMOTE}/${preview?.version}/${to?.file}`,
    ] as const;
  };

  test('show pages before and after', async () => {
    const browser = await open(getCookie(createLink('pr-1')));
    const texts = (await readPictures(browser)).map(async (path) => {
      const answer = await browser.ask(path);
      return [answer.headers.get('content-type'), await answer.text()];
    });
    expect(await Promise.all(texts)).toEqual([
      ['image/webp', 'before'],
      ['image/webp', 'after'],
    ]);
  });

  test('are not served without the link', async () => {
    const [before, after] = await readPictures(await open(getCookie(createLink('pr-1'))));
    const stranger = await open('');
    for (const path of [before, after]) expect((await stranger.ask(path)).status).toBe(404);
    const older = await open(getCookie(createLink('pr-2'))); // it opened the live release
    expect([(await older.ask(before)).status, (await older.ask(after)).status]).toEqual([200, 404]);
  });
});

describe('the switch of a preview', () => {
  const getStates = (previews: PreviewDetails[]) =>
    Object.fromEntries(previews.map(({ channel, state }) => [channel, state]));

  test('shows one preview of a remote at a time', async () => {
    const { ask, list } = await open(getCookie(createLink('pr-1'), `!${createLink('pr-2')}`));
    expect(getStates(await list())).toEqual({ 'pr-1': 'on', 'pr-2': 'off' });
    expect((await ask('/', { remote: REMOTE, channel: 'pr-2', on: true })).status).toBe(204);
    expect(getStates(await list())).toEqual({ 'pr-1': 'off', 'pr-2': 'on' });
    const answer = await ask('/', { remote: REMOTE, channel: 'pr-2', on: false });
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=31536000'); // as long as a link lasts
    expect(getStates(await list())).toEqual({ 'pr-1': 'off', 'pr-2': 'off' });
  });

  test('drops links that have expired', async () => {
    const [claim, other] = [{ remote: REMOTE, channel: 'pr-0' }, createLink('pr-1')];
    const expired = signPreview(SECRET, { ...claim, expires: Date.now() - 1000 });
    const { ask, jar } = await open(getCookie(expired, `!${other}`));
    await ask('/', { remote: REMOTE, channel: 'pr-1', on: true });
    expect(decodeURIComponent(jar.cookie)).toBe(getCookie(other));
  });

  test('refuses a preview without its link', async () => {
    const { ask } = await open(getCookie(createLink('pr-1')));
    expect((await ask('/', { remote: REMOTE, channel: 'pr-2', on: true })).status).toBe(404);
  });
});

describe('a note', () => {
  test('is written to the audit log without control characters', async () => {
    const { ask } = await open(getCookie(createLink('pr-1')));
    const note = newNote();
    expect((await ask('/notes', { ...note, name: ' Ada\n' })).status).toBe(201);
    expect(await notes()).toMatchObject([
      {
        ...{ who: 'reviewer Ada', why: 'Too small', remote: REMOTE, channel: 'pr-1' },
        to: versions[1],
        note: { page: '/booking/1', element: '#book', excerpt: 'Book', viewport: note.viewport },
      },
    ]);
  });

  test('has the picture of its page in the release', async () => {
    const { ask } = await open(getCookie(createLink('pr-1')));
    await ask('/notes', { ...newNote(), page: '/booking/1?from=home' });
    await ask('/notes', { ...newNote(), page: '/another' });
    const [pictured, other] = await notes();
    const base = `${REMOTE}/${versions[1]}`;
    const content = await readPicture(store, base, pictured?.note?.picture ?? '');
    expect(String(content)).toBe('after');
    expect(other?.note?.picture).toBeUndefined();
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  test.each<[string, string, object, Record<string, string>, number, RegExp]>([
    ['another site', createLink('pr-1'), {}, { 'sec-fetch-site': 'cross-site' }, 403, /this site/],
    ['a form', createLink('pr-1'), {}, form, 403, /this site/],
    ['no link', '', {}, {}, 409, /isn't available/],
    ['a forged link', createLink('pr-1', 'another'), {}, {}, 409, /isn't available/],
    ['a switched-off preview', `!${createLink('pr-1')}`, {}, {}, 409, /Switch/],
    ['another preview', createLink('pr-2'), {}, {}, 409, /isn't available/],
    ['another release', createLink('pr-1'), { version: '1.0.0-0123456789ab' }, {}, 409, /changed/],
    ['no text', createLink('pr-1'), { text: ' ' }, {}, 400, /up to 500/],
    ['a long text', createLink('pr-1'), { text: 'x'.repeat(501) }, {}, 400, /up to 500/],
    ['a long address', createLink('pr-1'), { page: `/${'x'.repeat(300)}` }, {}, 400, /address/],
    ['an older panel', createLink('pr-1'), { version: undefined }, {}, 400, /Reload/],
    ['a huge body', createLink('pr-1'), { text: 'x'.repeat(9000) }, {}, 413, /Too large/],
  ])('is refused from %s', async (_, cookie, change, headers, status, why) => {
    const { ask } = await open(getCookie(cookie));
    const answer = await ask('/notes', { ...newNote(), ...change }, headers);
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([status, expect.stringMatching(why)]);
    expect(await notes()).toEqual([]);
  });

  test('is stored for the release that the reviewer saw', async () => {
    const { ask } = await open(getCookie(createLink('pr-1')));
    const seen = newNote();
    const target = { channel: 'pr-1', expires };
    const { version } = await release(store, numbered(3), { target });
    expect((await ask('/notes', seen)).status).toBe(201);
    expect((await ask('/notes', { ...newNote(), version })).status).toBe(201);
    expect((await notes()).map(({ to }) => to).sort()).toEqual([versions[1], version].sort());
  });

  test('is stored once if it is sent again', async () => {
    const [browser, other] = [
      await open(getCookie(createLink('pr-1'))),
      await open(getCookie(createLink('pr-1'))),
    ];
    const note = newNote();
    const both = await Promise.all([browser.ask('/notes', note), browser.ask('/notes', note)]);
    const later = await other.ask('/notes', note); // another server process
    expect([...both, later].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await notes()).toHaveLength(1);
  });

  test('is refused after twenty in ten minutes', async () => {
    const { ask } = await open(getCookie(createLink('pr-1')));
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await ask('/notes', newNote())).status);
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  });

  test('is reported as lost if the store fails', async () => {
    const { ask, log } = await open(getCookie(createLink('pr-1')));
    vi.spyOn(store, 'compareAndSwap').mockRejectedValue(new Error('the store is away'));
    const note = newNote();
    expect((await ask('/notes', note)).status).toBe(503);
    expect(log).toHaveBeenCalledWith(
      'a note on the preview pr-1 of mf-booking was lost: the store is away',
    );
    vi.restoreAllMocks();
    expect((await ask('/notes', note)).status).toBe(201);
  });
});
