import type { LiveDocument } from 'contracts/release';
import { ReleaseRefused } from '../errors';
import { whoAmI } from '../live';
import { lock, promote, rollback, setCanary, unlock } from '../pointers';
import { readPreviews, setPreview, signPreview } from '../previews';
import type { PublishOptions } from '../publish';
import { type Answer, type Desk, type Verb, wholeNumber } from './desk';
import { diff, doctor, gc, list, show } from './look';

const DAY_MS = 24 * 60 * 60 * 1000;
const liveAnswer = (live: LiveDocument, remote: string, text: string): Answer => ({
  data: { revision: live.revision, remote, ...live.remotes[remote] },
  text,
});

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
