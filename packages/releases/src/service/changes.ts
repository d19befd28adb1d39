import {
  type AuditEntry,
  auditEntry,
  type PreviewDocument,
  previewDocument,
} from '@carry/contracts/release';
import { type SiteDocument, siteDocument } from '@carry/contracts/site';
import { canonical } from '../documents/canonical';
import { encode, parseDocument } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import { describePreviewChange, describeSiteChange } from '../pointers/describe-change';
import { keepsDistrust } from '../pointers/former-signers';
import { readRelease } from '../pointers/live';
import { recentChanges } from '../pointers/previews';
import { assertPreviewTrusted } from '../signing/orders';
import { assertSigned, Untrusted } from '../signing/signature';
import { isOperator, maySign } from '../signing/trust';
import {
  type CheckedChange,
  type Content,
  createAuditEntry,
  parseSent,
  type SentChange,
} from './change-entry';
import { checkLiveChange } from './live-change';

const PREVIEWS = /^previews\/([a-z0-9][a-z0-9-]{0,40})\.json$/;
const EMPTY_SITE: SiteDocument = { schema: 1, revision: 0, owners: {}, frame: { links: [] } };

/** Checks a change of a document. Derives its action and author from the documents and the sender. Throws {@link Untrusted} or {@link ReleaseRefused}. */
export function checkChange(file: string, change: SentChange): Promise<CheckedChange> {
  if (file === 'live.json') return checkLiveChange(change);
  return file === 'site.json' ? checkSiteChange(change) : checkPreviewChange(file, change);
}

/** Only operators change the site document. Its signature covers the audit entry, so that entry must be correct. */
async function checkSiteChange({
  content: { before, after },
  sender,
  now,
}: SentChange): Promise<CheckedChange> {
  const { key, name, trust } = sender;
  const was = before ? parseDocument('site.json', siteDocument, before) : EMPTY_SITE;
  const is = parseSent('site.json', siteDocument, after);
  if (!isOperator(trust, key))
    throw new Untrusted(`${name} is not an operator, so it may not change owners`);
  assertSigned({
    what: 'site.json',
    kind: 'site',
    document: JSON.parse(after.toString()),
    keys: trust.operators,
  });
  if (was.origin !== undefined && was.origin !== is.origin)
    throw new ReleaseRefused(`site.json belongs to ${was.origin}; its origin cannot change`);
  if (was.audit?.signedSince && !is.audit?.signedSince)
    throw new ReleaseRefused(
      "this command is too old: it would drop the audit log's signatures; upgrade it",
    );
  if (!keepsDistrust(was, is))
    throw new ReleaseRefused(
      'this command is too old: it would trust releases of removed pipelines again; upgrade it',
    );
  const revision = was.revision + 1;
  if (is.revision !== revision || is.change?.site !== revision)
    throw new ReleaseRefused(
      `the sent site document must have revision ${revision}, one more than the stored one; upgrade the command`,
    );
  const entry = createAuditEntry({
    parts: describeSiteChange(was, is),
    claimed: is.change,
    sender,
    now,
    more: { site: revision },
  });
  const { settings: _, ...withoutSettings } = entry;
  const isOlder = !is.change.settings && !is.change.signature; // commands of older versions write neither
  const expected = isOlder ? withoutSettings : entry;
  if (canonical({ ...expected, at: is.change.at }) !== canonical(is.change))
    throw new ReleaseRefused(
      `the change claims to ${is.change.action} ${is.change.remote}, but its action is ${entry.action} ${entry.remote}`,
    );
  return { entry: is.change, content: after };
}

async function checkPreviewChange(
  file: string,
  { store, content, sender, now }: SentChange,
): Promise<CheckedChange> {
  const { key, name, trust } = sender;
  const parse = (text: Buffer | null): PreviewDocument =>
    text ? parseSent(file, previewDocument, text) : { revision: 0, remotes: {} };
  const [before, after] = [parse(content.before), parse(content.after)];
  const channel = PREVIEWS.exec(file)?.[1] ?? '';
  const parts = describePreviewChange(before, after);
  const [{ remote } = { remote: '' }, ...rest] = parts;
  if (!remote || rest.length > 0)
    throw new ReleaseRefused('a change of previews must affect exactly one remote');
  if (!maySign(trust, remote, key))
    throw new Untrusted(
      `${name} may not make previews of ${remote}; an operator can add the key with 'releases owner add ${remote} --key'`,
    );
  if (after.revision !== before.revision + 1 || !after.change)
    throw new ReleaseRefused(
      `the sent ${file} must have revision ${before.revision + 1}, one more than the stored one; upgrade the command`,
    );
  const is = after.remotes[remote];
  if (is) assertPreviewTrusted(is, { remote, channel, trust });
  if (is && !(await readRelease(store, remote, is.version)))
    throw new ReleaseRefused(`${remote}@${is.version} is not in the store`);
  const entry = createAuditEntry({ parts, claimed: after.change, sender, now, more: { channel } });
  const recent = recentChanges(before);
  return { entry, content: encode({ ...after, change: entry, recent }) };
}

export function readChange(body: Buffer): Content & { file: string } {
  const { file, expected, content } = parse(body);
  if (file !== 'live.json' && file !== 'site.json' && !PREVIEWS.test(file))
    throw new ReleaseRefused(`'${file.slice(0, 100)}' cannot be changed this way`);
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
  } catch {
    // refused below, like any other malformed change
  }
  throw new ReleaseRefused('the change is not a JSON object of file, expected and content');
}

export function lastChange(content: Buffer | null): AuditEntry | undefined {
  try {
    const { change } = JSON.parse(content?.toString() ?? '{}') as { change?: unknown };
    return auditEntry.safeParse(change).data;
  } catch {
    return undefined; // malformed, and about to be replaced
  }
}
