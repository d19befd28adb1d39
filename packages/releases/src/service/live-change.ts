import { type LiveDocument, type LivePointer, liveDocument } from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { encode, parseDocument } from '../documents/document';
import { isQuarantined, versionBefore } from '../documents/version-history';
import { ReleaseRefused } from '../errors/errors';
import { type ChangePart, changedRemotes, describeChange } from '../pointers/describe-change';
import { assertServable, assertUnlocked } from '../pointers/servable';
import { keyId } from '../signing/keys';
import { assertRetired } from '../signing/orders';
import { Untrusted } from '../signing/signature';
import { assertPointerTrusted, trustedLive } from '../signing/signed-store';
import { isOperator, maySign } from '../signing/trust';
import type { Store } from '../stores/store';
import { type CheckedChange, createAuditEntry, parseSent, type SentChange } from './change-entry';
import { assertCommandRules } from './command-rules';
import type { Sender } from './sender';

const EMPTY: LiveDocument = { revision: 0, remotes: {} };

/** Checks that a new live document is one permitted, signed step from the previous one, to compatible releases. */
export async function checkLiveChange({
  store,
  content,
  sender,
  now,
}: SentChange): Promise<CheckedChange> {
  const { key, name, trust } = sender;
  const stored = content.before ? parseDocument('live.json', liveDocument, content.before) : EMPTY;
  const before = trustedLive(stored, trust);
  const after = parseSent('live.json', liveDocument, content.after);
  const { revision } = after;
  if (revision !== before.revision + 1 || after.change?.revision !== revision)
    throw new ReleaseRefused(
      `the sent live pointers must have revision ${before.revision + 1}, one more than the stored ones; upgrade the command`,
    );
  const remote = changedRemote(before, after);
  if (!maySign(trust, remote, key))
    throw new Untrusted(
      `${name} may not change the live pointer of ${remote}; an operator can add the key with 'releases owner add ${remote} --key'`,
    );
  const [was, is] = [before.remotes[remote], after.remotes[remote]];
  const parts = describeChange(before, after);
  for (const part of parts) {
    assertMayDo(part, was, sender);
    await assertCommandRules(part, { store, before, is });
  }
  if (is) {
    assertPointerTrusted(remote, after, { trust, knownRevision: was?.order?.revision });
    if (is.order?.revision !== revision)
      throw new Untrusted(`the live pointer of ${remote} was signed for another revision`);
    if (is.order.before !== versionBefore(is))
      throw new ReleaseRefused(
        `the signed rollback target of ${remote} is ${is.order.before}, but its history has ${versionBefore(is)}`,
      );
    if (after.retired?.[remote]) throw new ReleaseRefused(`${remote} is live and retired at once`);
    assertLockOf(is, was, name);
    assertHistoryUnchanged(remote, was, is);
    await assertNewlyServable({ store, before, remote, is });
  } else assertRetired(remote, after, { trust, knownRevision: revision - 1 });
  assertOthersKept(before, after, remote);
  const { version = null } = is ?? {};
  const done: ChangePart[] =
    parts.length > 0 ? parts : [{ action: 'sign', remote, from: version, to: version }];
  const entry = createAuditEntry({
    parts: done,
    claimed: after.change,
    sender,
    now,
    more: { revision },
  });
  return { entry, content: encode({ ...after, change: entry }) };
}

function assertMayDo(
  { action, remote }: ChangePart,
  was: LivePointer | undefined,
  { key, name, trust }: Sender,
): void {
  if (!was?.lock || ['lift', 'sign', 'quarantine', 'canary-aborted'].includes(action)) return;
  if (action !== 'unlock') assertUnlocked(remote, was);
  const isOperators = trust.operators.some(
    (operator) => `key ${keyId(operator)}` === was.lock?.who,
  );
  if (isOperators && !isOperator(trust, key))
    throw new Untrusted(
      `${name} may not unlock ${remote}: an operator (${was.lock.who}) locked it (${was.lock.why})`,
    );
}

function assertLockOf({ lock }: LivePointer, was: LivePointer | undefined, name: string): void {
  if (lock && canonical(lock) !== canonical(was?.lock ?? null) && lock.who !== name)
    throw new Untrusted(`the lock names '${lock.who}' as its author, but ${name} sent it`);
}

function changedRemote(before: LiveDocument, after: LiveDocument): string {
  const [changed, ...rest] = changedRemotes(before, after);
  if (!changed || rest.length > 0 || after.change?.remote !== changed)
    throw new ReleaseRefused('a change must affect exactly the remote that it names');
  return changed;
}

function assertOthersKept(before: LiveDocument, after: LiveDocument, remote: string): void {
  const otherTombstones = ({ retired = {} }: LiveDocument) => {
    const { [remote]: _, ...rest } = retired;
    return canonical(rest);
  };
  if (otherTombstones(before) !== otherTombstones(after))
    throw new ReleaseRefused(`a change of ${remote} must not change tombstones of other remotes`);
}

/** Refuses to serve a release that must not be served or that clashes with a live one. One that runs may be kept. */
async function assertNewlyServable({
  store,
  before,
  remote,
  is,
}: {
  store: Store;
  before: LiveDocument;
  remote: string;
  is: LivePointer;
}): Promise<void> {
  for (const version of newlyServed(before.remotes[remote], is)) {
    if (isQuarantined(is, version))
      throw new ReleaseRefused(`${remote}@${version} is in quarantine`);
    await assertServable({ store, remote, version, live: before });
  }
}

function assertHistoryUnchanged(
  remote: string,
  was: LivePointer | undefined,
  is: LivePointer,
): void {
  const earlier = new Set([was?.version, ...(was?.history ?? []), ...(was?.ahead ?? [])]);
  const invented = [...is.history, ...(is.ahead ?? [])].find((version) => !earlier.has(version));
  if (invented)
    throw new ReleaseRefused(
      `${remote}@${invented} was never live, so it cannot be in the history`,
    );
}

type Canary = NonNullable<LivePointer['canary']>;

/** Returns the releases that a change serves to more visitors, or that sites may serve to more after it. */
function newlyServed(was: LivePointer | undefined, is: LivePointer): string[] {
  const { version, canary } = is;
  const isLifted = (release: string) => isQuarantined(was, release) && !isQuarantined(is, release);
  const isKept = version === was?.version && !isLifted(version);
  const isRunning = canary && canary.version === was?.canary?.version && !isLifted(canary.version);
  const running = isRunning ? was?.canary : undefined;
  const isRaised =
    canary &&
    (canary.percent > (running?.percent ?? 0) || computeReach(canary) > computeReach(running));
  return [...(isKept ? [] : [version]), ...(isRaised ? [canary.version] : [])];
}

/** Returns the largest share to which sites raise a canary without a person. */
function computeReach(
  { percent, rollout }: Pick<Canary, 'percent' | 'rollout'> = { percent: 0 },
): number {
  const steps = percent === 0 || rollout?.approve ? [] : (rollout?.steps ?? []);
  return Math.max(percent, ...steps.map((step) => step.percent));
}
