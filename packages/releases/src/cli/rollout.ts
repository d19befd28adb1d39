import { describeProgress } from '@carry/contracts/console';
import type {
  AuditEntry,
  LiveDocument,
  LivePointer,
  Rollout,
  RolloutPlan,
} from '@carry/contracts/release';
import type { FreezeWindow } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { oneLine } from '../command-line/output';
import { ReleaseRefused } from '../errors/errors';
import { describeFreeze, findFreeze } from '../pointers/freeze';
import { readLive } from '../pointers/live';
import {
  abortRollout,
  approveStep,
  createPlan,
  setRolloutPaused,
  startRollout,
} from '../pointers/rollout';
import { readRolloutState } from '../pointers/rollout-holds';
import { readSite } from '../pointers/site';
import { createSiteReader } from '../reports/site-health';
import type { Answer, Command, CommandContext } from './command';
import { describeEffect, type Flags } from './flags';
import { resolveVersion } from './names';

export function planFrom({ steps, minutes, views, approve }: Flags): RolloutPlan {
  return { ...createPlan(steps, { minutes, views }), ...(approve && { approve }) };
}

type Canary = NonNullable<LivePointer['canary']>;

interface Announced {
  freeze?: FreezeWindow | null;
  isHeld?: boolean;
  finished?: boolean;
}

export function describeRollout(
  { version, percent, rollout }: Canary,
  { freeze = null, isHeld = false, finished = false }: Announced = {},
): string {
  if (!rollout) return `${version} ${percent} %`;
  const { steps, step, approve, paused } = rollout;
  const next = steps[step + 1];
  const plan = steps[step];
  const needed = `${plan?.minutes} minutes and ${plan?.views} page views`;
  const last = finished
    ? 'finished; promote it to make it live'
    : `${percent} % for at least ${needed}`;
  const rest = next ? `${next.percent} % after ${needed}${approve ? ', once approved' : ''}` : last;
  const going = freeze && next ? describeFreeze(freeze) : rest;
  const state = paused ? 'paused' : isHeld ? 'held' : going;
  return `${version} ${percent} % (step ${step + 1} of ${steps.length}): ${state}`;
}

const ALONE =
  'all visitors have it, so no live release is left to compare with: sites judge its failures, not its speed';

const describeHold = (
  { remote, at, why }: AuditEntry,
  { version, rollout }: Canary & { rollout: Rollout },
): string =>
  [
    `held since ${at} until you decide: ${oneLine(why)}`,
    rollout.steps[rollout.step + 1]
      ? `  releases rollout approve ${remote}  goes on`
      : `  releases promote ${remote} ${version}  makes it live`,
    `  releases rollout abort ${remote} --why TEXT  ends it`,
  ].join('\n');

function findRollout(remote: string, { remotes }: LiveDocument): Canary & { rollout: Rollout } {
  const { canary } = remotes[remote] ?? {};
  if (canary?.rollout && canary.percent > 0) return { ...canary, rollout: canary.rollout };
  throw new ReleaseRefused(
    `${remote} has no rollout; 'releases rollout start ${remote} <version>' starts one`,
  );
}

function answer(flags: Flags, remote: string, live: LiveDocument): Answer {
  const { canary } = live.remotes[remote] ?? {};
  const state = canary ? `${remote}@${describeRollout(canary)}` : `${remote} has no rollout`;
  return {
    data: { revision: live.revision, remote, canary },
    text: describeEffect(flags, state, `the rollout would be: ${state}`),
  };
}

async function start({ store, flags }: CommandContext, [remote = '', name = '']: string[]) {
  const version = await resolveVersion(store, remote, name);
  const { why = 'rollout', replace = false } = flags;
  const live = await startRollout(store, remote, { version, why, plan: planFrom(flags), replace });
  return answer(flags, remote, live);
}

async function status(
  { store, siteUrl }: CommandContext,
  [remote = '']: string[],
): Promise<Answer> {
  const live = await readLive(store);
  const canary = findRollout(remote, live);
  const freeze = findFreeze(await readSite(store), remote);
  const { version, percent } = canary;
  const { hold, waits, finished } = await readRolloutState(store, remote, { version, percent });
  const health = await createSiteReader(siteUrl, store).health();
  const progress = finished ? null : describeProgress(health, remote, canary);
  const state = [
    `${remote}@${describeRollout(canary, { freeze, isHeld: hold !== null, finished })}`,
    ...(progress ? [`so far: ${progress}`] : []),
    ...(percent === 100 ? [ALONE] : []),
    ...(waits ? [`waits for approval: releases rollout approve ${remote}`] : []),
  ].join('\n');
  return {
    data: {
      revision: live.revision,
      remote,
      canary,
      ...(freeze && { freeze }),
      ...(progress && { progress }),
      ...(waits && { waits }),
      ...(finished && { finished }),
      ...(hold && { hold: { since: hold.at, why: hold.why } }),
    },
    text: hold ? `${state}\n${describeHold(hold, canary)}` : state,
  };
}

const pause =
  (paused: boolean): Extract<Command, { storeless?: false }>['run'] =>
  async ({ store, flags }, [remote = '']) => {
    const { why = paused ? 'pause' : 'resume' } = flags;
    return answer(flags, remote, await setRolloutPaused(store, remote, { paused, why }));
  };

async function approve({ store, flags }: CommandContext, [remote = '']: string[]): Promise<Answer> {
  const before = await readLive(store);
  const { version, percent } = findRollout(remote, before);
  const { rollout } = before.remotes[remote]?.canary ?? {};
  if (!rollout?.steps[rollout.step + 1])
    throw new ReleaseRefused(
      `${remote}@${version} is at its last step (${percent} %); promote it to make it live`,
    );
  if (rollout.paused)
    throw new ReleaseRefused(`the rollout is paused: releases rollout resume ${remote}`);
  const { why = 'approved' } = flags;
  const live = await approveStep(store, remote, { version, step: rollout.step, why });
  return answer(flags, remote, live);
}

async function abort({ store, flags }: CommandContext, [remote = '']: string[]): Promise<Answer> {
  if (!flags.why) throw new UsageError('abort needs --why for the audit log');
  return answer(flags, remote, await abortRollout(store, remote, { why: flags.why }));
}

export const rolloutCommands: Record<string, Command> = {
  'rollout start': {
    args: '<remote> <version>',
    does: 'starts a rollout: a canary that sites raise step by step as long as it does no worse than live',
    flags: ['steps', 'minutes', 'views', 'approve', 'replace', 'why', 'dry-run'],
    remote: true,
    run: start,
  },
  'rollout status': {
    args: '<remote>',
    does: 'shows the step of a rollout',
    remote: true,
    run: status,
  },
  'rollout pause': {
    args: '<remote>',
    does: 'keeps a rollout at its step',
    flags: ['why', 'dry-run'],
    remote: true,
    run: pause(true),
  },
  'rollout resume': {
    args: '<remote>',
    does: 'lets a paused rollout rise again',
    flags: ['why', 'dry-run'],
    remote: true,
    run: pause(false),
  },
  'rollout approve': {
    args: '<remote>',
    does: 'raises a rollout to its next step now',
    flags: ['why', 'dry-run'],
    remote: true,
    run: approve,
  },
  'rollout abort': {
    args: '<remote>',
    does: 'ends a rollout: its release goes to 0 percent',
    flags: ['why', 'dry-run'],
    remote: true,
    run: abort,
  },
};
