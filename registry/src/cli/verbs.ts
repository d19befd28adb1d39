import type { LiveDocument } from 'contracts/release';
import { ReleaseRefused } from '../check';
import { collect } from '../collect';
import { examine } from '../doctor';
import { diffReleases, routeSizes } from '../inspect';
import { listVersions, readAudit, readLive, readRelease, whoAmI } from '../live';
import { lock, promote, rollback, setCanary, unlock } from '../pointers';
import { listPreviews, readPreviews, setPreview, signPreview } from '../previews';
import type { Published, PublishOptions } from '../publish';
import type { Store } from '../store';

/** What a verb answers: `data` for --json, `text` for people; `failed` makes the exit code 1. */
export interface Answer {
  data: unknown;
  text: string;
  failed?: boolean;
}

export interface Flags {
  why?: string;
  channel?: string;
  percent?: string;
  expires?: string;
  keep?: string;
  limit?: string;
  'dry-run'?: boolean;
}

/** What the verbs work with. */
export interface Desk {
  store: Store;
  flags: Flags;
  /** Builds a remote, runs the gates and publishes it; given by the workspace. */
  publish?: (remote: string, more: Pick<PublishOptions, 'store' | 'why' | 'target' | 'report'>) => Promise<Published>;
  report(step: string): void;
  /** Origin of the site, for preview links. */
  siteUrl: string;
  previewSecret: string;
}

export interface Verb {
  usage: string;
  does: string;
  /** How many words must follow, and how many may. */
  words: [number, number];
  run(desk: Desk, words: string[]): Promise<Answer>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const wholeNumber = (flag: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new ReleaseRefused(`--${flag} is a whole number, not '${text}'`);
  return Number(text);
};
const liveAnswer = (live: LiveDocument, remote: string, text: string): Answer => ({
  data: { revision: live.revision, remote, ...live.remotes[remote] },
  text,
});

async function recordOf(store: Store, remote: string, version: string) {
  const record = await readRelease(store, remote, version);
  if (!record) throw new ReleaseRefused(`${remote}@${version} is not in the store; 'releases list ${remote}' shows what is`);
  return record;
}

const link = ({ siteUrl, previewSecret }: Desk, remote: string, channel: string, expires: string) =>
  `${siteUrl}/?preview=${
    previewSecret
      ? signPreview(previewSecret, { remote, channel, expires: Math.floor(Date.parse(expires) / 1000) * 1000 })
      : `${remote}@${channel}` // taken by sites with PREVIEWS=open only
  }`;

async function publish(desk: Desk, [remote = '']: string[]): Promise<Answer> {
  if (!desk.publish) throw new ReleaseRefused('publish builds and tries the remote, so it runs in the workspace: pnpm releases publish');
  const { store, report } = desk;
  const { channel, percent, expires = '7', why = 'publish' } = desk.flags;
  const send = (target?: PublishOptions['target']) =>
    (desk.publish as NonNullable<Desk['publish']>)(remote, { store, why, target, report });
  if (channel) {
    if (percent !== undefined) throw new ReleaseRefused('a preview (--channel) has no share of the visitors; leave --percent out');
    const until = new Date(Date.now() + wholeNumber('expires', expires) * DAY_MS);
    const published = await send({ channel, expires: until });
    const url = link(desk, remote, channel, until.toISOString());
    const text = `${published.name}@${published.version} can be looked at until ${until.toISOString()}:\n${url}`;
    return { data: { ...published, channel, url, expires: until }, text };
  }
  const share = percent === undefined ? undefined : wholeNumber('percent', percent);
  const published = await send(share === undefined ? undefined : { percent: share });
  const release = `${published.name}@${published.version}`;
  if (share !== undefined) return { data: { ...published, percent: share }, text: `${release} goes to ${share} % of the visitors` };
  return { data: published, text: `${release} is live${published.outcome === 'unchanged' ? ' already, nothing changed' : ''}` };
}

async function list({ store, flags }: Desk, [only]: string[]): Promise<Answer> {
  const live = await readLive(store);
  const stored = (await store.list('')).flatMap((path) => /^(mf-[^/]+)\/[^/]+\/release\.json$/.exec(path)?.[1] ?? []);
  const names = only ? [only] : [...new Set([...Object.keys(live.remotes), ...stored])].sort();
  const previews = await listPreviews(store);
  const most = wholeNumber('limit', flags.limit ?? '10');
  const rows = await Promise.all(
    names.map(async (name) => ({
      name,
      ...live.remotes[name],
      stored: await listVersions(store, name),
      previews: previews.filter(({ remote }) => remote === name),
      audit: (await readAudit(store, name)).slice(-most).reverse(),
    })),
  );
  const text = rows.flatMap(({ name, version, canary, lock, stored, previews, audit }) => [
    `${name}  live ${version ?? 'nothing'}  stored ${stored.length}`,
    ...(lock ? [`  locked by ${lock.who} since ${lock.at}: ${lock.why}`] : []),
    ...(canary ? [`  canary ${canary.version} ${canary.percent} %${canary.takenBack ? ' (taken back: it failed)' : ''}`] : []),
    ...previews.map(
      ({ channel, version, expires }) =>
        `  preview ${channel} ${version} until ${expires}${Date.parse(expires) < Date.now() ? ' (expired)' : ''}`,
    ),
    ...audit.map(
      ({ at, who, action, from, to, why, percent }) =>
        `  ${at}  ${who}  ${action}${percent === undefined ? '' : ` ${percent} %`}  ${from ?? 'nothing'} → ${to ?? 'nothing'}  ${why}`,
    ),
  ]);
  return { data: { revision: live.revision, remotes: rows }, text: text.join('\n') || 'the store is empty' };
}

async function show({ store }: Desk, [remote = '', version = '']: string[]): Promise<Answer> {
  const record = await recordOf(store, remote, version);
  const sizes = routeSizes(record);
  const text = [
    `${record.name}@${record.version}  commit ${record.commit}  contract ${record.contractVersion}  made ${record.createdAt}`,
    ...record.routes.map(({ path }) => `  ${path}  ${sizes[path]?.gzip} bytes gzip, ${sizes[path]?.brotli} brotli`),
    ...Object.entries(record.shared).map(([module, range]) => `  needs ${module} ${range}`),
    ...Object.entries(record.files).map(([file, { integrity, bytes }]) => `  ${file}  ${bytes} bytes  ${integrity}`),
  ];
  return { data: { ...record, sizes }, text: text.join('\n') };
}

async function diff({ store }: Desk, [remote = '', a = '', b = '']: string[]): Promise<Answer> {
  const differences = diffReleases(await recordOf(store, remote, a), await recordOf(store, remote, b));
  const text = differences.map(({ what, from, to }) => `${what}: ${from} → ${to}`).join('\n');
  return { data: differences, text: text || 'no difference in routes, contract, shared versions or sizes' };
}

async function preview(desk: Desk, [remote = '', channel = '']: string[]): Promise<Answer> {
  const known = (await readPreviews(desk.store, channel))?.remotes[remote];
  if (!known) throw new ReleaseRefused(`${remote} has no preview ${channel}; 'releases publish ${remote} --channel ${channel}' makes one`);
  let { expires } = known;
  if (desk.flags.expires) {
    const until = new Date(Date.now() + wholeNumber('expires', desk.flags.expires) * DAY_MS);
    await setPreview(desk.store, channel, remote, known.version, until, desk.flags.why ?? 'extended');
    expires = until.toISOString();
  }
  const url = link(desk, remote, channel, expires);
  return { data: { remote, channel, version: known.version, expires, url }, text: url };
}

async function doctor({ store }: Desk): Promise<Answer> {
  const findings = await examine(store);
  const failed = findings.some(({ level }) => level === 'error');
  return {
    data: findings,
    failed,
    text: findings.map(({ level, what }) => `${level}: ${what}`).join('\n') || 'all files and pointers are sound',
  };
}

async function gc({ store, flags }: Desk): Promise<Answer> {
  const dry = flags['dry-run'] ?? false;
  const collected = await collect(store, wholeNumber('keep', flags.keep ?? '10'), { dry });
  const verb = dry ? 'would remove' : 'removed';
  const text = [
    ...collected.removed.map((release) => `  ${release}`),
    `${verb} ${collected.removed.length} releases, ${collected.files} files, ${(collected.bytes / 1024).toFixed(0)} KB`,
  ];
  return { data: collected, text: text.join('\n') };
}

/** Every verb of the command line. */
export const verbs: Record<string, Verb> = {
  publish: {
    usage: 'publish <remote> [--channel NAME [--expires DAYS]] [--percent N] [--why TEXT]',
    does: 'builds a remote, checks it, stores it as a release and makes it live; --channel: only a preview; --percent: for a share of the visitors',
    words: [1, 1],
    run: publish,
  },
  promote: {
    usage: 'promote <remote> <version> [--why TEXT]',
    does: 'makes a stored release live',
    words: [2, 2],
    run: async ({ store, flags }, [remote = '', version = '']) =>
      liveAnswer(await promote(store, remote, version, { why: flags.why ?? 'promote' }), remote, `${remote}@${version} is live`),
  },
  rollback: {
    usage: 'rollback <remote> [version] [--why TEXT]',
    does: 'goes back to the release that was live before, or to any earlier one',
    words: [1, 2],
    async run({ store, flags }, [remote = '', version]) {
      const live = await rollback(store, remote, version, { why: flags.why ?? 'rollback' });
      return liveAnswer(live, remote, `${remote}@${live.remotes[remote]?.version} is live`);
    },
  },
  canary: {
    usage: 'canary <remote> <version> --percent N [--why TEXT]',
    does: 'gives a stored release to a share of the visitors; 0 ends it',
    words: [2, 2],
    async run({ store, flags }, [remote = '', version = '']) {
      const percent = wholeNumber('percent', flags.percent ?? '');
      const live = await setCanary(store, remote, version, percent, { why: flags.why ?? 'canary' });
      return liveAnswer(live, remote, `${remote}@${version} goes to ${percent} % of the visitors`);
    },
  },
  preview: {
    usage: 'preview <remote> <channel> [--expires DAYS]',
    does: 'prints the link of a preview; --expires renews it',
    words: [2, 2],
    run: preview,
  },
  list: {
    usage: 'list [remote] [--limit N]',
    does: 'what is live, canaries, previews and history: who, when, from which to which, why',
    words: [0, 1],
    run: list,
  },
  show: {
    usage: 'show <remote> <version>',
    does: 'the record of a release: routes, contract, commit, sizes, shared versions, files with hashes',
    words: [2, 2],
    run: show,
  },
  diff: {
    usage: 'diff <remote> <a> <b>',
    does: 'what differs between two releases: routes, contract, shared versions, sizes',
    words: [3, 3],
    run: diff,
  },
  lock: {
    usage: 'lock <remote> --why TEXT',
    does: 'nothing of the remote goes live until it is unlocked',
    words: [1, 1],
    async run({ store, flags }, [remote = '']) {
      if (!flags.why) throw new ReleaseRefused('a lock needs --why, so that others know whom and what to wait for');
      return liveAnswer(await lock(store, remote, { why: flags.why, who: whoAmI() }), remote, `${remote} is locked: ${flags.why}`);
    },
  },
  unlock: {
    usage: 'unlock <remote> [--why TEXT]',
    does: 'ends a lock',
    words: [1, 1],
    run: async ({ store, flags }, [remote = '']) =>
      liveAnswer(await unlock(store, remote, { why: flags.why ?? 'unlock' }), remote, `${remote} is not locked`),
  },
  doctor: {
    usage: 'doctor',
    does: 'verifies every file and hash that a pointer needs, and finds half uploads, orphans and drift',
    words: [0, 0],
    run: doctor,
  },
  gc: {
    usage: 'gc [--keep N] [--dry-run]',
    does: 'removes releases beyond the N (10) newest that no pointer and no recent page needs',
    words: [0, 0],
    run: gc,
  },
};
