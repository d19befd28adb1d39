import {
  type AuditEntry,
  channelName,
  MAX_NOTE,
  notePlace,
  type ReleaseRecord,
  releaseVersion,
  remoteName,
} from '@carry/contracts/release';
import {
  addPreviewNote,
  compareRecords,
  findPreviewAuthor,
  getChanges,
  listPictures,
  nameAuthor,
  RateLimiter,
  readPicture,
  readPictures,
  readPreviews,
  type Store,
  samplePath,
} from '@carry/releases';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LRUCache } from 'lru-cache';
import { matchPath } from 'react-router';
import type { LogLine } from 'server-kit/log';
import { getCaller } from 'server-kit/network';
import { z } from 'zod';
import type { OpenedPreviews, PreviewDetails } from '../../universal/page/preview-details';
import { fillPattern } from '../config/site';
import { getConnection } from '../http/visitor';
import type { OpenedLink, PreviewResolver } from './preview-resolver';
import type { ReleaseSet } from './release-set';

const MAX_BODY_BYTES = 8 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Notes per caller and ten minutes, and per preview and hour. */
const MAX_NOTES = { caller: 20, preview: 100 };
const MAX_CHANGES = { count: 60, windowMs: MINUTE_MS };
const MAX_PICTURES = { count: 600, windowMs: MINUTE_MS };
const MAX_AUTHORS = 200;
/** Notes whose repeats are recognized before they are stored. */
const MAX_SENT = 500;
const BAD_TEXT = `Write a note of up to ${MAX_NOTE} characters.`;
const BAD_PAGE =
  "This page's address is too long for a note. Please send the note to the team yourself.";
const MALFORMED = 'Reload the page and send your note again.';
const CHANGED =
  'This preview has changed since you opened the page. Reload to see the new version.';

// biome-ignore lint/suspicious/noControlCharactersInRegex: removed characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const text = (max: number) =>
  z
    .string()
    .max(2 * max) // before line breaks are normalized
    .transform((value) => value.replaceAll(CONTROL, '').trim())
    .refine((value) => value.length <= max);
const line = (max: number) => text(max).transform((value) => value.replaceAll(/\s+/g, ' '));

const choice = z.object({ remote: remoteName, channel: channelName });
const switchBody = choice.extend({ on: z.boolean() });
const noteBody = choice.extend({
  id: notePlace.shape.id.unwrap(),
  version: releaseVersion,
  text: text(MAX_NOTE).refine((value) => value !== ''),
  name: line(60).optional(),
  page: notePlace.shape.page.transform((value) => value.replaceAll(CONTROL, '')),
  element: line(400).optional(),
  excerpt: line(120).optional(),
  viewport: notePlace.shape.viewport,
  theme: notePlace.shape.theme,
});

type NoteBody = z.infer<typeof noteBody>;

interface PreviewPanelParts {
  previews: PreviewResolver;
  releases: Pick<ReleaseSet, 'compositionFor' | 'site' | 'trust'>;
  store: Store;
  proxies: number;
  consoleUrl: string | null;
  log: LogLine;
  /** Called when older entries were left out of a search for an author. */
  onSearchCut(): void;
}

/** Calls of the reviewer's panel. They show and change only previews whose signed links this browser has opened. */
export function previewPanel(parts: PreviewPanelParts): Hono {
  const app = new Hono();
  const authors = new LRUCache<string, Promise<AuditEntry | null>>({
    max: MAX_AUTHORS,
    ttl: MINUTE_MS,
  });
  const readAuthor = (record: ReleaseRecord, channel: string) => {
    const key = `${record.name}@${record.version} ${channel}`;
    const cached = authors.get(key);
    if (cached) return cached;
    const about = { remote: record.name, channel, version: record.version };
    const author = findPreviewAuthor(parts.store, about, (searched) => {
      parts.onSearchCut();
      parts.log(`the author of ${key} was searched in the newest ${searched} previews only`);
    }).catch(() => null);
    authors.set(key, author);
    return author;
  };
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });
  app.get('/pictures/:remote/:version/:file', servePictures(parts));
  app.use(limitRequests(parts));
  app.get('/', async (context) => {
    const links = await parts.previews.opened(context);
    const details = links.map(async (link) => {
      const author = link.record ? await readAuthor(link.record, link.preview.channel) : null;
      return describe(link, author, parts);
    });
    const answer: OpenedPreviews = {
      previews: await Promise.all(details),
      console: links.some(({ record }) => record) ? parts.consoleUrl : null,
    };
    return context.json(answer);
  });
  app.post('/', async (context) => {
    const { data } = switchBody.safeParse(await readJson(context));
    if (!data) return refuse(context, 400, 'Malformed request.');
    return parts.previews.switch(context, data, data.on)
      ? context.body(null, 204)
      : refuse(context, 404, "This browser hasn't opened a link to that preview.");
  });
  app.post('/notes', takeNotes(parts));
  return app;
}

const refuse = (context: Context, status: 400 | 403 | 404 | 409 | 413 | 429 | 503, error: string) =>
  context.json({ error }, status);

const readJson = ({ req }: Context): Promise<unknown> => req.json().catch(() => null);

function limitRequests({ proxies }: PreviewPanelParts) {
  const limiter = new RateLimiter(MAX_CHANGES.count, MAX_CHANGES.windowMs);
  const limited = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (context) => refuse(context, 413, 'Too large.'),
  });
  return async (context: Context, next: () => Promise<void>) => {
    const isJson = context.req.header('content-type')?.startsWith('application/json'); // other sites need a preflight for it
    const from = context.req.header('sec-fetch-site') ?? 'same-origin';
    if (context.req.method === 'POST' && (!isJson || from !== 'same-origin'))
      return refuse(context, 403, 'Only pages of this site can do that.');
    if (limiter.consume(callerFor(context, proxies), Date.now()) > 0)
      return refuse(context, 429, 'Too many requests. Try again in a minute.');
    return limited(context, next);
  };
}

const callerFor = (context: Context, proxies: number): string =>
  getCaller(getConnection(context), proxies) ?? 'unknown';

async function describe(
  { token, preview, expires, record }: OpenedLink,
  author: AuditEntry | null,
  { releases, store }: PreviewPanelParts,
): Promise<PreviewDetails> {
  const live = releases.compositionFor(null);
  const liveRecord = live.records.get(preview.remote);
  const { owners } = releases.site;
  const { path } = record?.routes[0] ?? {};
  return {
    ...preview,
    token,
    by: author && nameAuthor(author.who, preview.remote, { owners, trust: releases.trust }),
    who: author?.who ?? null,
    since: author?.at ?? null,
    until: new Date(expires).toISOString(),
    start: path ? samplePath(fillPattern(path, live.site), null) : null,
    difference: record && liveRecord ? compareRecords(liveRecord, record) : null,
    pictures: record && liveRecord ? await changedPictures(store, liveRecord, record) : [],
    live: liveRecord?.version ?? null,
    notable: record !== undefined,
  };
}

async function changedPictures(store: Store, ...releases: [ReleaseRecord, ReleaseRecord]) {
  const pictures = await readPictures(store, ...releases);
  return pictures.filter(({ from, to }) => from?.file !== to?.file);
}

function servePictures({ previews, releases, store, proxies }: PreviewPanelParts) {
  const limiter = new RateLimiter(MAX_PICTURES.count, MAX_PICTURES.windowMs);
  return async (context: Context) => {
    if (limiter.consume(callerFor(context, proxies), Date.now()) > 0)
      return refuse(context, 429, 'Too many requests. Try again in a minute.');
    const { remote = '', version = '', file = '' } = context.req.param();
    const links = await previews.opened(context);
    const opened = links.some(({ preview, record }) => record && preview.remote === remote);
    const versions = [
      releases.compositionFor(null).records.get(remote)?.version,
      ...links.flatMap(({ record }) => (record?.name === remote ? [record.version] : [])),
    ];
    const picture =
      opened && versions.includes(version)
        ? await readPicture(store, `${remote}/${version}`, file).catch(() => null)
        : null;
    if (!picture) return refuse(context, 404, 'There is no such picture.');
    context.header('cache-control', 'private, max-age=86400');
    return context.body(new Uint8Array(picture), 200, { 'content-type': 'image/webp' });
  };
}

function getRefusal(link: OpenedLink | undefined): string | null {
  if (!link || link.preview.state === 'ended') return "That preview isn't available anymore.";
  if (link.preview.state === 'unreachable')
    return "We can't load that preview right now. Try again in a minute.";
  if (link.preview.state === 'off') return 'Switch that preview on first.';
  return link.record ? null : 'A development server takes no notes.';
}

async function findPicture(
  { remote, version, page }: Pick<NoteBody, 'remote' | 'version' | 'page'>,
  { store, releases }: Pick<PreviewPanelParts, 'store' | 'releases'>,
): Promise<string | undefined> {
  const { site } = releases.compositionFor(null);
  const pathname = page.replace(/[?#].*/, '');
  const pictures = await listPictures(store, `${remote}/${version}`);
  return pictures.find(({ route }) => matchPath(fillPattern(route, site), pathname))?.file;
}

async function wasPreviewed(
  store: Store,
  { remote, channel, version }: Pick<NoteBody, 'remote' | 'channel' | 'version'>,
): Promise<boolean> {
  const changes = getChanges(await readPreviews(store, channel));
  return changes.some((entry) => entry.remote === remote && entry.to === version);
}

function describeIssue({ issues }: z.ZodError): string {
  const fields = issues.map(({ path }) => path[0]);
  if (fields.includes('text')) return BAD_TEXT;
  return fields.includes('page') ? BAD_PAGE : MALFORMED;
}

async function storeNote(
  { remote, channel, version, text, name, ...more }: NoteBody,
  parts: Pick<PreviewPanelParts, 'store' | 'releases'>,
): Promise<void> {
  const { id, page, element, excerpt, viewport, theme } = more;
  const about = { remote, version, page };
  const picture = await findPicture(about, parts);
  const place = {
    ...{ id, page, viewport },
    ...(element && { element }),
    ...(excerpt && { excerpt }),
    ...(picture && { picture }),
    ...(theme && { theme }),
  };
  await addPreviewNote(parts.store, { remote, channel, version, text, name, place });
}

function takeNotes({ previews, releases, store, proxies, log }: PreviewPanelParts) {
  const callers = new RateLimiter(MAX_NOTES.caller, 10 * MINUTE_MS);
  const noted = new RateLimiter(MAX_NOTES.preview, HOUR_MS);
  const sent = new LRUCache<string, Promise<void>>({ max: MAX_SENT, ttl: HOUR_MS });
  return async (context: Context) => {
    const { data, error: malformed } = noteBody.safeParse(await readJson(context));
    if (!data) return refuse(context, 400, describeIssue(malformed));
    const { id, remote, channel, version } = data;
    const links = await previews.opened(context);
    const link = links.find(
      ({ preview }) => preview.remote === remote && preview.channel === channel,
    );
    const refusal = getRefusal(link);
    if (refusal) return refuse(context, 409, refusal);
    try {
      if (link?.preview.version !== version && !(await wasPreviewed(store, data)))
        return refuse(context, 409, CHANGED);
      const now = Date.now();
      const wait = sent.has(id)
        ? 0
        : callers.consume(callerFor(context, proxies), now) ||
          noted.consume(`${remote}@${channel}`, now);
      if (wait > 0)
        return refuse(
          context,
          429,
          `Too many notes. Try again in ${Math.ceil(wait / 60)} minutes.`,
        );
      const storing = sent.get(id) ?? storeNote(data, { store, releases });
      sent.set(id, storing);
      await storing;
      return context.json({ noted: true }, 201);
    } catch (error) {
      sent.delete(id);
      log(`a note on the preview ${channel} of ${remote} was lost: ${(error as Error).message}`);
      return refuse(context, 503, "Your note wasn't saved. Please send it to the team yourself.");
    }
  };
}
