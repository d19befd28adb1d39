import {
  type AuditEntry,
  auditEntry,
  type LiveDocument,
  type LivePointer,
  liveDocument,
  type PreviewDocument,
  previewDocument,
} from '@carry/contracts/release';
import { siteDocument } from '@carry/contracts/site';
import { canonical } from '../documents/canonical';
import { parseDocument } from '../documents/document';
import { ReleaseRefused } from '../errors';
import { isQuarantined } from '../pointers/line';
import { readRelease } from '../pointers/live';
import { assertServable, assertUnlocked } from '../pointers/servable';
import { keyId } from '../signing/keys';
import { MAX_SKEW_MS } from '../signing/request';
import { assertSigned, Untrusted } from '../signing/signature';
import { assertPointerTrusted } from '../signing/signed-store';
import { maySign } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Sender } from './sender';

const PREVIEWS = /^previews\/([a-z0-9][a-z0-9-]{0,40})\.json$/;
const EMPTY: LiveDocument = { revision: 0, remotes: {} };

interface Content {
  before: Buffer | null;
  after: Buffer;
}

/**
 * Checks a change of what is live, of the previews of a channel, or of what the site is; answers its audit entry. Throws
 * {@link Untrusted} or {@link ReleaseRefused}.
 */
export function checkChange(
  store: Store,
  file: string,
  content: Content,
  sender: Sender,
  now = Date.now(),
): Promise<AuditEntry> {
  if (file === 'live.json') return checkLiveChange(store, content, sender, now);
  return file === 'site.json'
    ? checkSiteChange(content, sender, now)
    : checkPreviewChange(store, file, content, sender, now);
}

/** Only operators say what the site is, each time in words of their own. */
async function checkSiteChange(
  { before, after }: Content,
  { key, name, trust }: Sender,
  now: number,
): Promise<AuditEntry> {
  const was = before && parseDocument('site.json', siteDocument, before);
  const is = parseDocument('site.json', siteDocument, after);
  if (!trust.operators.some((operator) => keyId(operator) === key))
    throw new Untrusted(`${name} is not an operator's, so it may not change who may ship`);
  assertSigned('site.json', 'site', JSON.parse(after.toString()), trust.operators);
  const revision = (was?.revision ?? 0) + 1;
  if (is.revision !== revision || is.change?.site !== revision)
    throw new ReleaseRefused(`the change is not revision ${revision} of the site`);
  assertEntry(is.change, name, now);
  return is.change;
}

/**
 * Checks that a new live document is one step from the one before, made and signed by somebody who may, to releases that are compatible; answers its
 * audit entry. Throws {@link Untrusted} or {@link ReleaseRefused}.
 */
async function checkLiveChange(
  store: Store,
  content: Content,
  { key, name, trust }: Sender,
  now = Date.now(),
): Promise<AuditEntry> {
  const before = content.before ? parseDocument('live.json', liveDocument, content.before) : EMPTY;
  const after = parseDocument('live.json', liveDocument, content.after);
  const change = nextChange(before, after);
  const { remote } = change;
  if (!maySign(trust, remote, key))
    throw new Untrusted(`${name} may not change what is live of ${remote}`);
  assertEntry(change, name, now);
  const [was, is] = [before.remotes[remote], after.remotes[remote]];
  if (change.from !== (was?.version ?? null) || (change.action !== 'unlock' && was?.lock))
    assertUnlocked(remote, was);
  if (is) {
    assertPointerTrusted(remote, after, trust, was?.order?.revision);
    if (is.order?.revision !== after.revision)
      throw new Untrusted(`what is live of ${remote} was signed for another revision`);
    assertPastKept(remote, was, is, change.action);
    await assertNewlyServable(store, before, remote, is);
  } else if (change.action !== 'retire')
    throw new ReleaseRefused(`only 'retire' takes ${remote} off the site`);
  return change;
}

/** The remotes of which two states of a document say something else. */
const changedRemotes = <T extends LiveDocument | PreviewDocument>(before: T, after: T): string[] =>
  [...new Set([...Object.keys(before.remotes), ...Object.keys(after.remotes)])].filter(
    (name) => canonical(before.remotes[name] ?? null) !== canonical(after.remotes[name] ?? null),
  );

/** What a document says of its own change: one revision further, about the one remote that it names. */
function nextChange(before: LiveDocument, after: LiveDocument): AuditEntry {
  const { change } = after;
  if (after.revision !== before.revision + 1 || change?.revision !== after.revision)
    throw new ReleaseRefused(`the change is not revision ${before.revision + 1}`);
  const [changed, ...others] = changedRemotes(before, after);
  if (!changed || others.length > 0 || change.remote !== changed)
    throw new ReleaseRefused('a change is about one remote, the one that it names');
  return change;
}

/** Refuses a pointer to a release that must not be served, or clashes with what else is live. */
async function assertNewlyServable(
  store: Store,
  before: LiveDocument,
  remote: string,
  is: LivePointer,
): Promise<void> {
  for (const version of newlyServed(before.remotes[remote], is)) {
    if (isQuarantined(is, version))
      throw new ReleaseRefused(`${remote}@${version} is in quarantine`);
    await assertServable(store, remote, version, before);
  }
}

/** Refuses a change that ends a quarantine by the way, or names versions as served before that never were. */
function assertPastKept(
  remote: string,
  was: LivePointer | undefined,
  is: LivePointer,
  action: AuditEntry['action'],
): void {
  if (
    action !== 'lift' &&
    Object.keys(was?.quarantine ?? {}).some((version) => !isQuarantined(is, version))
  )
    throw new ReleaseRefused(`only 'lift' ends a quarantine of ${remote}`);
  const known = new Set([was?.version, ...(was?.history ?? []), ...(was?.ahead ?? [])]);
  const invented = [...is.history, ...(is.ahead ?? [])].find((version) => !known.has(version));
  if (invented)
    throw new ReleaseRefused(
      `${remote}@${invented} was never live; a change does not write history`,
    );
}

const newlyServed = (was: LivePointer | undefined, { version, canary }: LivePointer): string[] => [
  ...(version === was?.version ? [] : [version]),
  ...(canary && canary.percent > 0 ? [canary.version] : []),
];

/** Checks a change of the previews of a channel; answers its audit entry. */
async function checkPreviewChange(
  store: Store,
  file: string,
  content: Content,
  { key, name, trust }: Sender,
  now = Date.now(),
): Promise<AuditEntry> {
  const parse = (text: Buffer | null): PreviewDocument =>
    text ? parseDocument(file, previewDocument, text) : { revision: 0, remotes: {} };
  const [before, after] = [parse(content.before), parse(content.after)];
  const [remote = '', ...others] = changedRemotes(before, after);
  if (!remote || others.length > 0)
    throw new ReleaseRefused('a change of previews is about one remote');
  if (!maySign(trust, remote, key))
    throw new Untrusted(`${name} may not make previews of ${remote}`);
  const { change } = after;
  const [was, is] = [before.remotes[remote], after.remotes[remote]];
  const made = {
    action: is ? 'preview' : 'preview-end',
    remote,
    from: was?.version ?? null,
    to: is?.version ?? null,
    channel: PREVIEWS.exec(file)?.[1],
  };
  if (after.revision !== before.revision + 1 || !change)
    throw new ReleaseRefused(`the change is not revision ${before.revision + 1} of ${file}`);
  if (canonical({ ...change, ...made }) !== canonical(change))
    throw new ReleaseRefused('the change does not match what it claims to do');
  assertEntry(change, name, now);
  if (is && !(await readRelease(store, remote, is.version)))
    throw new ReleaseRefused(`${remote}@${is.version} is not in the store`);
  return change;
}

function assertEntry({ who, at }: AuditEntry, name: string, now: number): void {
  if (who !== name)
    throw new Untrusted(`the change names '${who}' as its author, but ${name} sent it`);
  if (!(Math.abs(Date.parse(at) - now) <= MAX_SKEW_MS))
    throw new ReleaseRefused(
      `the change is dated ${at}, but here it is ${new Date(now).toISOString()}; set the clock of the sender`,
    );
}

/** The document that a sent change is about: what is live, the previews of a channel, or what the site is. */
export function readChange(body: Buffer): Content & { file: string } {
  const { file, expected, content } = parse(body);
  if (file !== 'live.json' && file !== 'site.json' && !PREVIEWS.test(file))
    throw new ReleaseRefused(`'${file.slice(0, 100)}' is not changed this way`);
  return {
    file,
    before: expected === null ? null : Buffer.from(expected, 'base64'),
    after: Buffer.from(content, 'base64'),
  };
}

function parse(body: Buffer): { file: string; expected: string | null; content: string } {
  try {
    const { file, expected, content } = JSON.parse(body.toString()) as Record<string, unknown>;
    if (
      typeof file === 'string' &&
      typeof content === 'string' &&
      (expected === null || typeof expected === 'string')
    )
      return { file, expected, content };
  } catch {}
  throw new ReleaseRefused('the change is not a JSON object of file, expected and content');
}

/** The change that a document says it comes from. */
export function lastChange(content: Buffer | null): AuditEntry | undefined {
  const { change } = JSON.parse(content?.toString() ?? '{}') as { change?: unknown };
  return auditEntry.safeParse(change).data;
}
