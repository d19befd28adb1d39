import type { ReleaseRecord } from '@carry/contracts/release';
import { stream } from 'hono/streaming';
import type { CheckLog } from '../checks/check-log';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { RateLimiter } from '../limits/rate-limiter';
import { readRelease } from '../pointers/live';
import { storeRelease } from '../pointers/publish';
import { Untrusted } from '../signing/signature';
import { addRefusal } from '../stores/refusals';
import { countersigned } from './countersign';
import { Deadline } from './deadline';
import type { Following } from './following';
import type { IntakeLine } from './http-store-client';
import { assertSignedBy, receiveBuild } from './intake';
import type { Service, ServiceApp } from './parts';
import { busy, refuseForm, tooMany } from './requests';
import type { Sender } from './sender';

/** Queue length. Releases are tried one at a time, because each needs a browser and a site. */
const MAX_WAITING = 8;
/** Per sender, so that one sender cannot fill the queue. */
const MAX_OF_ONE = 3;

async function admit({
  service: {
    store,
    signed,
    key,
    tryCandidate,
    inspect,
    checkFiles,
    deadlineMs,
    following: { step, info },
  },
  form,
  sender,
  report,
}: {
  service: Service;
  form: FormData;
  sender: Sender;
  report: (step: string) => void;
}): Promise<void> {
  report('checking');
  const deadline = new Deadline(deadlineMs);
  const refused = async (record: ReleaseRecord, error: Error, checks: CheckLog) => {
    if (!(error instanceof ReleaseRefused)) return;
    const { name: remote, version, commit } = record;
    const about = { who: sender.name, why: error.message, checks: checks.results };
    await addRefusal(store, { remote, version, commit, ...about });
  };
  const { key: senderKey, trust } = sender;
  const checked = step('check', {}, () =>
    receiveBuild({
      ...{ store: signed, form, key: senderKey, trust, inspect, checkFiles, refused },
      within: (checking) => deadline.within(checking),
    }),
  );
  const tried = tryCandidate(checked, report, deadline.signal);
  tried.catch(() => {}); // awaited below
  const candidate = await checked.catch(async (refused) => {
    await deadline.within(tried).catch(() => {}); // wait, so that two releases never share the gate
    throw refused;
  });
  const { name, version } = candidate.record;
  const about = { 'carry.release': `${name}@${version}` };
  await step('gates', about, () => deadline.within(tried)).catch(async (error: Error) => {
    await refused(candidate.record, error, candidate.checks);
    throw error;
  });
  assertSignedBy(candidate.record, sender.key, sender.trust); // the gate takes a while, and a key may be rotated meanwhile
  const release = countersigned(candidate, sender, key); // under the trust of that check
  if (!(await readRelease(store, name, version)))
    await step('publish', about, () => storeRelease(store, release, report));
  info(`${sender.name}: ${name}@${version} is stored`);
}

function describeLine(error: Error, { log }: Following): IntakeLine {
  if (error instanceof ReleaseConflict) return { conflict: error.message };
  if (error instanceof ReleaseRefused || error instanceof Untrusted)
    return { refused: error.message };
  log(`a release could not be accepted: ${error.message}`);
  return { failed: 'the release server failed; the cause is in its log' };
}

/** @param releases Counts the releases that get a place in the queue. */
export function addAdmissions(app: ServiceApp, service: Service, releases: RateLimiter): void {
  const { step } = service.following;
  let turn: Promise<unknown> = Promise.resolve();
  /** Sender and progress stream of each waiting release; the first one is being tried. */
  const queue: { name: string; report(step: string): void }[] = [];

  app.post('/v1/releases', (context) => {
    const sender = context.get('sender');
    const { name } = sender;
    if (queue.filter((other) => other.name === name).length >= MAX_OF_ONE)
      return busy(
        context,
        `${MAX_OF_ONE} releases of ${name} are queued already; try again in a minute`,
        60,
      );
    if (queue.length >= MAX_WAITING)
      return busy(
        context,
        `the queue is full (${queue.length} releases); try again in a minute`,
        60,
      );
    const retryAfter = releases.consume(name, service.now().getTime());
    if (retryAfter > 0) return tooMany(context, sender, retryAfter);
    const form = () =>
      new Response(new Uint8Array(context.get('body')), {
        headers: { 'content-type': context.req.header('content-type') ?? '' },
      }).formData();
    context.header('content-type', 'application/x-ndjson');
    context.header('x-accel-buffering', 'no');
    return stream(context, async (output) => {
      const write = (line: IntakeLine) => void output.writeln(JSON.stringify(line));
      const report = (step: string) => write({ step });
      const heartbeat = setInterval(() => write({}), service.heartbeatMs); // kits of any age skip it
      const place = { name, report };
      queue.push(place);
      if (queue.length > 1) report(`waiting for ${queue.length - 1} ahead`);
      const before = turn;
      const mine = step('wait', {}, () => before).then(async () => {
        if (output.aborted) return;
        await step('release', {}, async () =>
          admit({
            service,
            form: await form().catch(() => refuseForm()),
            sender,
            report,
          }),
        );
      });
      turn = mine.catch(() => {}); // its sender gets the error; the next one starts anyway
      try {
        await mine;
        await output.writeln(JSON.stringify({ done: true } satisfies IntakeLine));
      } catch (error) {
        await output.writeln(JSON.stringify(describeLine(error as Error, service.following)));
      } finally {
        clearInterval(heartbeat);
        queue.splice(queue.indexOf(place), 1);
        for (const [before, waiting] of queue.entries())
          if (before > 0) waiting.report(`waiting for ${before} ahead`);
      }
    });
  });
}
