import { type ConsoleAction, type ConsoleChange, describeCanary } from '@carry/contracts/console';
import { channelName, releaseVersion, remoteName } from '@carry/contracts/release';
import { z } from 'zod';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { type Change, MAX_WHY, whoAmI } from '../pointers/live';
import { lock, promote, rollback, setCanary, unlock } from '../pointers/pointers';
import { endPreview, extendPreview } from '../pointers/previews';
import { lift } from '../pointers/quarantine';
import {
  abortRollout,
  approveStep,
  createPlan,
  setRolloutPaused,
  startRollout,
} from '../pointers/rollout';
import type { Store } from '../stores/store';

const DAY_MS = 24 * 60 * 60 * 1000;

const common = {
  remote: remoteName,
  why: z.string().trim().max(MAX_WHY),
  /** Live version that the user saw, or null. */
  expected: releaseVersion.nullable().optional(),
};
const version = { version: releaseVersion };
const seen = { canary: z.string().max(200).nullable().optional() };
const percent = z.number().int().min(0).max(100);

const change = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['rollback', 'lift']), ...common, ...version }),
  z.object({ action: z.literal('promote'), ...common, ...version, ...seen }),
  z.object({ action: z.literal('canary'), ...common, ...version, ...seen, percent }),
  z.object({
    action: z.literal('rollout'),
    ...common,
    ...version,
    ...seen,
    steps: z.array(percent.min(1)).min(1).max(10),
    minutes: z.number().int().min(0).max(10_080),
    views: z.number().int().min(0).max(1_000_000).optional(),
    approve: z.boolean().optional(),
  }),
  z.object({ action: z.enum(['pause', 'resume', 'abort']), ...common, ...version }),
  z.object({
    action: z.literal('approve'),
    ...common,
    ...version,
    step: z.number().int().min(0),
  }),
  z.object({ action: z.enum(['lock', 'unlock']), ...common }),
  z.object({ action: z.literal('preview-end'), ...common, channel: channelName }),
  z.object({
    action: z.literal('preview-extend'),
    ...common,
    channel: channelName,
    days: z.number().int().min(1).max(365),
  }),
]);

/** Actions whose reason others need: they wait for the end of a lock, or trust a release that failed. */
const NEED_REASON: readonly ConsoleAction[] = ['lock', 'lift', 'abort'];

/** Parses a change. Throws {@link ReleaseRefused} if it is malformed or lacks a reason. */
export function readConsoleChange(body: unknown): ConsoleChange {
  const { data, error } = change.safeParse(body);
  if (!data) throw new ReleaseRefused(`malformed change: ${error?.issues[0]?.message}`);
  if (data.why === '' && NEED_REASON.includes(data.action))
    throw new ReleaseRefused(`${data.action} needs a reason`);
  return { ...data, why: data.why || data.action };
}

export async function makeChange(store: Store, change: ConsoleChange): Promise<string> {
  return change.action.startsWith('preview-')
    ? changePreview(store, change)
    : changePointer(store, change);
}

function findReason(change: ConsoleChange): Pick<Change, 'why' | 'assertSeen'> {
  const { remote, why, expected } = change;
  const seenCanary = 'canary' in change ? change.canary : undefined;
  return {
    why,
    assertSeen(pointer) {
      const live = pointer?.version ?? null;
      const canary = describeCanary(pointer?.canary);
      const isLiveSeen = expected === undefined || live === expected;
      if (isLiveSeen && (seenCanary === undefined || canary === seenCanary)) return;
      const now = isLiveSeen ? `its canary is ${canary ?? 'none'}` : `${live ?? 'nothing'} is live`;
      throw new ReleaseConflict(
        `${remote} changed meanwhile: ${now} now; look at it and decide again`,
      );
    },
  };
}

async function changePointer(store: Store, change: ConsoleChange): Promise<string> {
  const { remote } = change;
  const reason = findReason(change);
  switch (change.action) {
    case 'promote':
      await promote(store, remote, { version: change.version, ...reason });
      return `${remote}@${change.version} is live`;
    case 'rollback':
      await rollback(store, remote, { version: change.version, ...reason });
      return `${remote}@${change.version} is live`;
    case 'lift':
      await lift(store, remote, { version: change.version, ...reason });
      return `${remote}@${change.version} may be served again`;
    case 'canary':
      await setCanary(store, remote, {
        version: change.version,
        percent: change.percent,
        ...reason,
      });
      return `${remote}@${change.version} goes to ${change.percent} % of the visitors`;
    case 'lock':
      await lock(store, remote, { ...reason, who: whoAmI(store) });
      return `${remote} is locked`;
    case 'unlock':
      await unlock(store, remote, reason);
      return `${remote} is unlocked`;
    default:
      return changeRollout(store, change);
  }
}

async function changeRollout(store: Store, change: ConsoleChange): Promise<string> {
  const { remote } = change;
  const reason = findReason(change);
  switch (change.action) {
    case 'rollout': {
      const { version, minutes, views, approve } = change;
      const { steps } = createPlan(change.steps, { minutes, views });
      const plan = { steps, ...(approve && { approve }) };
      await startRollout(store, remote, { version, plan, ...reason });
      return `the rollout of ${remote}@${version} has started`;
    }
    case 'pause':
    case 'resume':
      await setRolloutPaused(store, remote, {
        paused: change.action === 'pause',
        version: change.version,
        ...reason,
      });
      return `the rollout of ${remote} ${change.action === 'pause' ? 'is paused' : 'goes on'}`;
    case 'approve': {
      const { version, step } = change;
      const { remotes } = await approveStep(store, remote, { version, step, ...reason });
      return `${remote}@${version} goes to ${remotes[remote]?.canary?.percent} % of the visitors`;
    }
    case 'abort':
      await abortRollout(store, remote, { version: change.version, ...reason });
      return `the rollout of ${remote} has ended`;
    default:
      throw new ReleaseRefused('malformed change');
  }
}

async function changePreview(store: Store, change: ConsoleChange): Promise<string> {
  if (change.action !== 'preview-end' && change.action !== 'preview-extend')
    throw new ReleaseRefused('malformed change');
  const { remote, channel, why } = change;
  if (change.action === 'preview-end') {
    await endPreview(store, { channel, remote, why });
    return `the preview ${channel} of ${remote} has ended`;
  }
  const until = new Date(Date.now() + change.days * DAY_MS);
  await extendPreview(store, { channel, remote, expires: until, why });
  return `the preview ${channel} of ${remote} is open until ${until.toISOString()}`;
}
