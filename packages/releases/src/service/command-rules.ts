import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { isCanary, movedAlong, versionBefore } from '../documents/version-history';
import { ReleaseRefused } from '../errors/errors';
import type { ChangePart } from '../pointers/describe-change';
import { assertDeclared } from '../pointers/feature-flags';
import { assertNotFrozen } from '../pointers/freeze';
import { assertNotShown, assertReplaceable } from '../pointers/pointers';
import { assertComparable, assertNoRollout, assertNotReplaced } from '../pointers/rollout';
import type { Store } from '../stores/store';

interface SentPart {
  store: Store;
  before: LiveDocument;
  /** Sent pointer; undefined: the remote is retired. */
  is: LivePointer | undefined;
}

/** Applies the rules of the command that makes a change, because its sender can skip them. Throws what the command throws. */
export async function assertCommandRules(
  { action, remote, to, flag, percent }: ChangePart,
  { store, before, is }: SentPart,
): Promise<void> {
  const { [remote]: was } = before.remotes;
  const version = to ?? was?.canary?.version ?? '';
  if (was && is && !matchesCommand(action, was, is))
    throw new ReleaseRefused(
      `the sent change of ${remote} is not one that the command for ${action} makes`,
    );
  switch (action) {
    case 'publish':
    case 'promote':
    case 'rollback':
      return assertNotReplaced(remote, was, version);
    case 'canary':
      return was && assertReplaceable(remote, was, { version, percent: percent ?? 0 });
    case 'rollout':
      assertNoRollout(remote, was);
      assertNotReplaced(remote, was, version);
      assertComparable(is?.canary?.rollout ?? { steps: [] });
      return assertNotFrozen(store, remote);
    case 'rollout-step':
      return assertNotFrozen(store, remote);
    case 'flag':
      if (!was || !flag || percent === undefined) return;
      return assertDeclared(store, { remote, pointer: was, flag });
    case 'retire':
      return assertNotShown(store, before, remote);
  }
}

type Canary = NonNullable<LivePointer['canary']>;

const same = (a: unknown, b: unknown) => canonical(a ?? null) === canonical(b ?? null);

/** Returns true unless an automatic decision or a step of a rollout differs from what its command sends. */
function matchesCommand(action: ChangePart['action'], was: LivePointer, is: LivePointer): boolean {
  switch (action) {
    case 'rolled-back':
      return isAutomaticRollback(was, is);
    case 'canary-aborted':
      return isCanary(was, is.canary?.version ?? '');
    case 'rollout':
      return is.canary?.rollout?.step === 0 && !is.canary.rollout.paused && hasShare(is.canary);
    case 'rollout-step':
      return isNextStep(was.canary, is.canary);
    case 'rollout-pause':
    case 'rollout-resume':
      return same(withoutProgress(was.canary), withoutProgress(is.canary)) && isAtStep(was, is);
    default:
      return true;
  }
}

function isAutomaticRollback(was: LivePointer, is: LivePointer): boolean {
  const { quarantine } = is;
  if (was.rolledBack || is.version !== versionBefore({ ...was, quarantine })) return false;
  const { history, ahead } = movedAlong(was, is.version);
  return same(history, is.history) && same(ahead, is.ahead);
}

const isAtStep = (was: LivePointer, is: LivePointer): boolean =>
  was.canary?.percent === is.canary?.percent &&
  was.canary?.rollout?.step === is.canary?.rollout?.step;

const isNextStep = (was: Canary | undefined, is: Canary | undefined): boolean =>
  was?.rollout !== undefined &&
  is?.rollout?.step === was.rollout.step + 1 &&
  !was.rollout.paused &&
  !is.rollout.paused &&
  hasShare(is) &&
  same(withoutProgress(was), withoutProgress(is));

const hasShare = ({ percent, rollout }: Canary): boolean =>
  rollout?.steps[rollout.step]?.percent === percent;

/** Returns the release and the plan of a rollout. */
function withoutProgress(canary: Canary | undefined): object | null {
  if (!canary?.rollout) return null;
  const { steps, approve } = canary.rollout;
  return { version: canary.version, steps, approve };
}
