import type { LiveDocument, LivePointer } from '@carry/contracts/release';
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
