import { UsageError } from '../command-line/flags';
import { ReleaseRefused } from '../errors/errors';
import { readLive, readRelease } from '../pointers/live';
import type { Published, Target } from '../pointers/publish';
import { assertUnlocked } from '../pointers/servable';
import { readOwners } from '../pointers/site';
import { Untrusted } from '../signing/signature';
import { maySign, mustBeSigned } from '../signing/trust';
import type { Answer, Command, CommandContext } from './command';
import { assertSigns, previewUrl } from './preview';

const DAY_MS = 24 * 60 * 60 * 1000;

/** All that can be known before anything is built. */
async function assertMayPublish(context: CommandContext, remote: string): Promise<void> {
  const { store, flags, trust, key } = context;
  if (!Object.hasOwn(await readOwners(store), remote))
    throw new ReleaseRefused(
      `${remote} owns no path of this site, so nothing of it can be published; whoever runs the site gives it one with 'releases owner add ${remote} --path /…'`,
    );
  if (key && mustBeSigned(trust, remote) && !maySign(trust, remote, key.id))
    throw new Untrusted(
      `${remote} is signed by the key ${key.id}, which may not sign it: it is not one of its team's`,
    );
  if (flags.channel) assertSigns(context);
  await store.assertFit();
  if (flags.channel) return;
  const pointer = (await readLive(store)).remotes[remote];
  assertUnlocked(remote, pointer);
  if (flags.percent !== undefined && !pointer)
    throw new ReleaseRefused(
      `${remote} has nothing live to compare a canary with; publish it without --percent first`,
    );
}

/** Where a release goes, by the flags; throws {@link UsageError} where they contradict each other. */
function targetOf({ channel, percent, expires }: CommandContext['flags']): Target {
  if (channel && percent !== undefined)
    throw new UsageError('a preview (--channel) has no share of the visitors; leave --percent out');
  if (expires !== undefined && !channel)
    throw new UsageError('only a preview expires; give its --channel');
  if (channel) return { channel, expires: new Date(Date.now() + (expires ?? 7) * DAY_MS) };
  return percent === undefined ? undefined : { percent };
}

async function run(context: CommandContext, [remote = '']: string[]): Promise<Answer> {
  const { store, report, publish } = context;
  const target = targetOf(context.flags);
  if (!publish)
    throw new ReleaseRefused(
      'publish builds and tries the remote, so it runs in the workspace: npm run releases -- publish',
    );
  await assertMayPublish(context, remote);
  const { why = 'publish' } = context.flags;
  return describe(context, await publish(remote, { store, why, target, report }), target);
}

/** What a publish answers: the link of a preview, the share of a canary, or that it is live. */
async function describe(
  context: CommandContext,
  published: Published,
  target: Target,
): Promise<Answer> {
  const { store, paint } = context;
  const { name, version, outcome } = published;
  const record = await readRelease(store, name, version);
  const isDirty = record?.commit.endsWith('-dirty') ?? false;
  const dirty = isDirty
    ? `\n${paint('yellow', 'made from a dirty tree')}: its commit ${record?.commit} does not make it again`
    : '';
  const data = { ...published, commit: record?.commit, dirty: isDirty };
  if (target && 'channel' in target) {
    const { channel, expires } = target;
    const until = expires.toISOString();
    const url = await previewUrl(context, name, version, channel, until);
    const live = (await readLive(store)).remotes[name]?.version === version;
    const same = live ? ', the same as is live,' : '';
    return {
      data: { ...data, channel, url, expires, live },
      text: `${name}@${version}${same} can be looked at until ${until}:\n${url}${dirty}`,
    };
  }
  const unchanged = outcome === 'unchanged';
  if (target && !unchanged)
    return {
      data: { ...data, ...target },
      text: `${name}@${version} goes to ${target.percent} % of the visitors${dirty}`,
    };
  return {
    data,
    text: `${name}@${version} is live${unchanged ? ' already, nothing changed' : ''}${dirty}`,
  };
}

export const publishCommand: Command = {
  usage: 'publish <remote> [--channel NAME [--expires DAYS]] [--percent N] [--why TEXT]',
  does: 'builds a remote, checks it, stores it as a release and makes it live; --channel: only a preview; --percent: for a share of the visitors',
  words: [1, 1],
  flags: ['channel', 'expires', 'percent', 'why'],
  remote: true,
  creates: true,
  publishes: true,
  run,
};
