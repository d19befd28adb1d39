import { UsageError } from '../command-line/flags';
import { ReleaseRefused } from '../errors';
import { readLive, readRelease } from '../live';
import type { Target } from '../publish';
import { assertUnlocked } from '../servable';
import { Untrusted } from '../signing/signature';
import { maySign, mustBeSigned } from '../signing/trust';
import { readOwners } from '../site';
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
      `${remote} is signed by the key ${key.id}, which may not sign it: it is none of its team's`,
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

async function run(context: CommandContext, [remote = '']: string[]): Promise<Answer> {
  const { store, report, publish } = context;
  const { channel, percent, expires, why = 'publish' } = context.flags;
  if (channel && percent !== undefined)
    throw new UsageError('a preview (--channel) has no share of the visitors; leave --percent out');
  if (expires !== undefined && !channel)
    throw new UsageError('only a preview expires; give its --channel');
  if (!publish)
    throw new ReleaseRefused(
      'publish builds and tries the remote, so it runs in the workspace: npm run releases -- publish',
    );
  await context.prepare?.(store);
  await assertMayPublish(context, remote);
  const until = new Date(Date.now() + (expires ?? 7) * DAY_MS);
  const target: Target = channel
    ? { channel, expires: until }
    : percent === undefined
      ? undefined
      : { percent };
  const published = await publish(remote, { store, why, target, report });
  const { name, version, outcome } = published;
  const record = await readRelease(store, name, version);
  const isDirty = record?.commit.endsWith('-dirty') ?? false;
  const dirty = isDirty
    ? `\n${context.paint('yellow', 'made from a dirty tree')}: its commit ${record?.commit} does not make it again`
    : '';
  const data = { ...published, commit: record?.commit, dirty: isDirty };
  if (channel) {
    const url = await previewUrl(context, name, version, channel, until.toISOString());
    return {
      data: { ...data, channel, url, expires: until },
      text: `${name}@${version} can be looked at until ${until.toISOString()}:\n${url}${dirty}`,
    };
  }
  if (percent !== undefined)
    return {
      data: { ...data, percent },
      text: `${name}@${version} goes to ${percent} % of the visitors${dirty}`,
    };
  return {
    data,
    text: `${name}@${version} is live${outcome === 'unchanged' ? ' already, nothing changed' : ''}${dirty}`,
  };
}

export const publishCommand: Command = {
  usage: 'publish <remote> [--channel NAME [--expires DAYS]] [--percent N] [--why TEXT]',
  does: 'builds a remote, checks it, stores it as a release and makes it live; --channel: only a preview; --percent: for a share of the visitors',
  words: [1, 1],
  flags: ['channel', 'expires', 'percent', 'why'],
  remote: true,
  creates: true,
  run,
};
