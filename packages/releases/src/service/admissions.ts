import { stream } from 'hono/streaming';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { readRelease } from '../pointers/live';
import { storeRelease } from '../pointers/publish';
import { Untrusted } from '../signing/signature';
import { countersigned } from './countersign';
import { Deadline } from './deadline';
import type { Following } from './following';
import type { IntakeLine } from './http-store';
import { assertSignedBy, receiveBuild } from './intake';
import type { Service, ServiceApp } from './parts';
import { busy, refuseForm } from './requests';
import type { Sender } from './sender';

/** Releases that wait for the gates; one is tried at a time, for each has a browser and a site to itself. */
const MAX_WAITING = 8;
/** Of one sender, so that nobody fills the queue alone. */
const MAX_OF_ONE = 3;

/** Checks, tries and stores what a sender has sent; throws what refuses it. */
async function admit(
  { store, signed, key, tryCandidate, inspect, deadlineMs, following: { step, log } }: Service,
  form: FormData,
  sender: Sender,
  report: (step: string) => void,
): Promise<void> {
  report('checking');
  const deadline = new Deadline(deadlineMs);
  const checked = step('check', {}, () =>
    deadline.within(
      receiveBuild(signed, form, sender.key, sender.trust, inspect),
      (late) => void late.discard(),
    ),
  );
  const tried = tryCandidate(checked, report, deadline.signal);
  tried.catch(() => {}); // awaited below
  const { candidate, discard } = await checked.catch(async (refused) => {
    await deadline.within(tried).catch(() => {}); // the next one has the gates to itself
    throw refused;
  });
  try {
    const { record } = candidate;
    const { name, version } = record;
    const about = { 'carry.release': `${name}@${version}` };
    await step('gates', about, () => deadline.within(tried));
    assertSignedBy(record, sender.key, sender.trust); // the gates take a while, in which a key may have been rotated
    if (!(await readRelease(store, name, version)))
      await step('publish', about, () =>
        storeRelease(store, countersigned(candidate, sender, key), report),
      );
    log(`${sender.name}: ${name}@${version} is stored`);
  } finally {
    await discard();
  }
}

/** What its sender is told of a release that was not taken in. */
function lineOf(error: Error, { log }: Following): IntakeLine {
  if (error instanceof ReleaseConflict) return { conflict: error.message };
  if (error instanceof ReleaseRefused || error instanceof Untrusted)
    return { refused: error.message };
  log(`a release could not be accepted: ${error.message}`);
  return { failed: 'the release server failed; its operator finds why in its log' };
}

/** Takes releases in, one after the other; a sender reads how theirs goes while it goes. */
export function addAdmissions(app: ServiceApp, service: Service): void {
  const { step } = service.following;
  let turn: Promise<unknown> = Promise.resolve();
  /** Whose releases are here, in their order, and what each of them hears; the first one is tried. */
  const queue: { name: string; report(step: string): void }[] = [];

  app.post('/v1/releases', (context) => {
    const { name } = context.get('sender');
    if (queue.filter((other) => other.name === name).length >= MAX_OF_ONE)
      return busy(
        context,
        `${MAX_OF_ONE} releases of ${name} wait already; try again in a minute`,
        60,
      );
    if (queue.length >= MAX_WAITING)
      return busy(
        context,
        `${queue.length} releases wait for the gates already; try again in a minute`,
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
      const place = { name, report };
      queue.push(place);
      if (queue.length > 1) report(`waiting for ${queue.length - 1} before it`);
      const before = turn;
      const mine = step('wait', {}, () => before).then(async () => {
        if (output.aborted) return;
        await step('release', {}, async () =>
          admit(service, await form().catch(() => refuseForm()), context.get('sender'), report),
        );
      });
      turn = mine.catch(() => {});
      try {
        await mine;
        await output.writeln(JSON.stringify({ done: true } satisfies IntakeLine));
      } catch (error) {
        await output.writeln(JSON.stringify(lineOf(error as Error, service.following)));
      } finally {
        queue.splice(queue.indexOf(place), 1);
        for (const [before, waiting] of queue.entries())
          if (before > 0) waiting.report(`waiting for ${before} before it`);
      }
    });
  });
}
