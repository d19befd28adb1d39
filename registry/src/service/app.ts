import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';
import type { Candidate } from '../candidate';
import { ReleaseConflict, ReleaseRefused } from '../errors';
import type { IntakeLine } from '../http-store';
import { readRelease, writeAudit } from '../live';
import { storeRelease } from '../publish';
import type { SigningKey } from '../signing/keys';
import { Nonces } from '../signing/request';
import { Untrusted } from '../signing/signature';
import { maySign, type Trust } from '../signing/trust';
import type { Store } from '../store';
import { Allowance } from './allowance';
import { checkChange, readChange } from './changes';
import { countersigned, countersignedLive } from './countersign';
import { type Following, followRequests, notFollowed } from './following';
import { receiveBuild } from './intake';
import { busy, refuseForm, requestOf, tooLarge } from './requests';
import { assertMayReadMaps, type Sender } from './sender';
import { givePass, senderOf } from './senders';
import { IssuerUnreachable, Tokens } from './tokens';

const MAX_RELEASE_BYTES = 48 * 1024 * 1024;
const MAX_CHANGE_BYTES = 4 * 1024 * 1024;
const HOUR_MS = 60 * 60_000;
/** Releases that one key may send in an hour. */
const MAX_RELEASES = 60;
/** Passes that one pipeline may ask for in an hour. */
const MAX_PASSES = 120;
const MAX_TOKEN_BYTES = 16 * 1024;
/** Other requests of one key in an hour. */
const MAX_REQUESTS = 20_000;
/** Releases that wait for the gates; one is tried at a time, for each has a browser and a site to itself. */
const MAX_WAITING = 8;

export interface ServiceParts {
  /** The store itself: this process alone holds what opens it. */
  store: Store;
  /** Whose signatures count now. */
  trust(): Trust;
  /** Runs the gates on a candidate; throws {@link ReleaseRefused}. */
  tryCandidate(candidate: Candidate, dist: string, report: (step: string) => void): Promise<void>;
  /** The signed link of a preview; throws {@link ReleaseRefused} where there is none. */
  previewLink(remote: string, channel: string): Promise<string>;
  log(line: string): void;
  /** The server's own key, with which it signs for the pipelines whose tokens it has checked. */
  key?: SigningKey | null;
  tokens?: Tokens;
  following?: Following;
  now?(): Date;
}

interface Variables {
  sender: Sender;
  body: Buffer;
}

/** The release server: teams send signed builds and signed changes of what is live; it checks, tries and stores them. */
export function createService({
  store,
  trust,
  tryCandidate,
  previewLink,
  log,
  key = null,
  tokens = new Tokens(store),
  following = notFollowed,
  now = () => new Date(),
}: ServiceParts) {
  const app = new Hono<{ Variables: Variables }>();
  const nonces = new Nonces();
  const releases = new Allowance(MAX_RELEASES, HOUR_MS);
  const passes = new Allowance(MAX_PASSES, HOUR_MS);
  const requests = new Allowance(MAX_REQUESTS, HOUR_MS);
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  app.use(followRequests(following));
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    const ready = await store.read('site.json').then(
      () => true,
      () => false,
    );
    return context.json({ ready }, ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.use(
    '/v1/releases',
    bodyLimit({ maxSize: MAX_RELEASE_BYTES, onError: () => tooLarge(MAX_RELEASE_BYTES) }),
  );
  app.use(
    '/v1/changes',
    bodyLimit({ maxSize: MAX_CHANGE_BYTES, onError: () => tooLarge(MAX_CHANGE_BYTES) }),
  );
  app.post(
    '/v1/passes',
    bodyLimit({ maxSize: MAX_TOKEN_BYTES, onError: () => tooLarge(MAX_TOKEN_BYTES) }),
    async (context) => {
      const about = { tokens, key, trust: trust(), passes, now: now() };
      return context.json(await givePass(await requestOf(context), about));
    },
  );
  app.use('/v1/*', async (context, next) => {
    const request = await requestOf(context);
    const sender = senderOf(request, trust(), nonces, now());
    const retryAfter = (context.req.path === '/v1/releases' ? releases : requests).consume(
      sender.name,
      now().getTime(),
    );
    if (retryAfter > 0)
      return busy(
        context,
        `${sender.name} has sent too much; try again in ${retryAfter} seconds`,
        retryAfter,
      );
    context.set('sender', sender);
    context.set('body', request.parts.body);
    await next();
    context.header('cache-control', 'no-store');
  });

  app.get('/v1/objects/:path{.+}', async (context) => {
    const file = context.req.param('path');
    assertMayReadMaps(file, context.get('sender'));
    const content = await following.step('store read', {}, () => store.read(file));
    return content
      ? context.body(new Uint8Array(content))
      : context.json({ detail: 'there is no such object' }, 404);
  });
  app.get('/v1/preview-link', async (context) => {
    const { remote = '', channel = '' } = context.req.query();
    const sender = context.get('sender');
    if (!maySign(sender.trust, remote, sender.key))
      throw new Untrusted(`${sender.name} may not show previews of ${remote}`);
    return context.json({ url: await previewLink(remote, channel) });
  });
  app.get('/v1/list', async (context) =>
    context.json(await store.list(context.req.query('prefix') ?? '')),
  );
  app.get('/v1/modified', async (context) =>
    context.json(await store.modified(context.req.query('file') ?? '')),
  );

  app.post('/v1/changes', async (context) => {
    const { file, before, after } = readChange(context.get('body'));
    const sender = context.get('sender');
    const current = await store.read(file);
    if (!(current && before ? current.equals(before) : current === before))
      return context.json({ detail: 'it changed meanwhile' }, 412);
    const entry = await checkChange(store, file, { before, after }, sender, now().getTime());
    const signed =
      file === 'live.json' ? countersignedLive(after, entry.remote, sender, key) : after;
    if (!(await store.compareAndSwap(file, before, signed)))
      return context.json({ detail: 'it changed meanwhile' }, 412);
    await writeAudit(store, entry);
    log(`${entry.who}: ${entry.action} ${entry.remote} ${entry.to ?? ''}`);
    return context.json({ done: true });
  });

  app.post('/v1/releases', (context) => {
    if (waiting >= MAX_WAITING)
      return busy(
        context,
        `${waiting} releases wait for the gates already; try again in a minute`,
        60,
      );
    const form = () =>
      new Response(new Uint8Array(context.get('body')), {
        headers: { 'content-type': context.req.header('content-type') ?? '' },
      }).formData();
    context.header('content-type', 'application/x-ndjson');
    return stream(context, async (output) => {
      const write = (line: IntakeLine) => void output.writeln(JSON.stringify(line));
      const report = (step: string) => write({ step });
      if (waiting > 0) report(`waiting for ${waiting} before it`);
      waiting++;
      const mine = turn.then(async () => {
        if (output.aborted) return;
        await admit(await form().catch(() => refuseForm()), context.get('sender'), report);
      });
      turn = mine.catch(() => {});
      try {
        await mine;
        await output.writeln(JSON.stringify({ done: true } satisfies IntakeLine));
      } catch (error) {
        await output.writeln(JSON.stringify(lineOf(error as Error)));
      } finally {
        waiting--;
      }
    });
  });

  async function admit(
    form: FormData,
    sender: Sender,
    report: (step: string) => void,
  ): Promise<void> {
    report('checking');
    const { step } = following;
    const { candidate, dist, discard } = await step('check', {}, () =>
      receiveBuild(store, form, sender.key, sender.trust),
    );
    try {
      const { name, version } = candidate.record;
      const about = { 'carry.release': `${name}@${version}` };
      await step('gates', about, () => tryCandidate(candidate, dist, report));
      if (!(await readRelease(store, name, version)))
        await step('publish', about, () =>
          storeRelease(store, countersigned(candidate, sender, key), report),
        );
      log(`${sender.name}: ${name}@${version} is stored`);
    } finally {
      await discard();
    }
  }

  function lineOf(error: Error): IntakeLine {
    if (error instanceof ReleaseConflict) return { conflict: error.message };
    if (error instanceof ReleaseRefused || error instanceof Untrusted)
      return { refused: error.message };
    log(`a release could not be taken in: ${error.message}`);
    return { refused: 'the release server failed; its operator finds why in its log' };
  }

  app.notFound((context) => context.json({ detail: 'there is no such call' }, 404));
  app.onError((error, context) => {
    if (error instanceof Untrusted) return context.json({ detail: error.message }, 403);
    if (error instanceof ReleaseRefused) return context.json({ detail: error.message }, 422);
    if (error instanceof IssuerUnreachable) return context.json({ detail: error.message }, 503);
    if (error instanceof ReleaseConflict) return context.json({ detail: error.message }, 409);
    log(`${context.req.method} ${context.req.path}: ${error.message}`);
    return context.json({ detail: 'it failed; its operator finds why in its log' }, 500);
  });
  return app;
}
