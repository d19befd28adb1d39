import { writeFileSync } from 'node:fs';
import type { RolloutPlan } from '@carry/contracts/release';
import { UsageError } from '../command-line/flags';
import { ReleaseRefused } from '../errors/errors';
import { assertNotFrozen } from '../pointers/freeze';
import { readLive, readRelease } from '../pointers/live';
import type { Published, Target } from '../pointers/publish';
import { assertUnlocked } from '../pointers/servable';
import { readOwners } from '../pointers/site';
import { Untrusted } from '../signing/signature';
import { maySign, mustBeSigned } from '../signing/trust';
import type { Answer, Command, CommandContext } from './command';
import { assertSigns, previewUrl } from './preview';
import { reportResult } from './report-result';
import type { PipelineResult } from './result-place';
import { planFrom } from './rollout';
import { summarize, summarizeFailure } from './summary';

const DAY_MS = 24 * 60 * 60 * 1000;

async function assertMayPublish(context: CommandContext, remote: string): Promise<void> {
  const { store, flags, trust, key } = context;
  if (!Object.hasOwn(await readOwners(store), remote))
    throw new ReleaseRefused(
      `${remote} owns no path of this site, so it cannot be published; the site's operator can add one with 'releases owner add ${remote} --path /…'`,
    );
  if (key && mustBeSigned(trust, remote) && !maySign(trust, remote, key.id))
    throw new Untrusted(`the key ${key.id} may not sign ${remote}: it is not a key of its team`);
  if (flags.channel) assertSigns(context);
  await store.assertFit();
  if (flags.channel) return;
  const pointer = (await readLive(store)).remotes[remote];
  assertUnlocked(remote, pointer);
  if (flags.rollout) await assertNotFrozen(store, remote);
  const share = flags.rollout ? '--rollout' : flags.percent !== undefined && '--percent';
  if (share && !pointer)
    throw new ReleaseRefused(
      `${remote} has no live release to compare a canary with; publish it without ${share} first`,
    );
}

function targetFrom(flags: CommandContext['flags']): Target {
  const { channel, percent, rollout, expires } = flags;
  const targets = Object.entries({ channel, percent, rollout }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (targets.length > 1)
    throw new UsageError(`${targets.join(' and ')} exclude each other; choose one`);
  if (expires !== undefined && !channel)
    throw new UsageError('only a preview expires; add --channel');
  if (!rollout && (flags.steps ?? flags.minutes ?? flags.views ?? flags.approve) !== undefined)
    throw new UsageError('--steps, --minutes, --views and --approve need --rollout');
  if (channel) return { channel, expires: new Date(Date.now() + (expires ?? 7) * DAY_MS) };
  if (rollout) return { rollout: planFrom(flags) };
  return percent === undefined ? undefined : { percent };
}

async function run(context: CommandContext, [remote = '']: string[]): Promise<Answer> {
  const target = targetFrom(context.flags);
  const { summary: file, channel, 'dry-run': isDry } = context.flags;
  if (file && isDry)
    throw new UsageError('--summary and --dry-run exclude each other; leave one out');
  if (!file) return describe(context, await publishRemote(context, remote, target), target);
  write(file, '');
  const before = await readLiveRelease(context.store, remote).catch(() => null); // a summary never fails a publish
  const published = await publishRemote(context, remote, target).catch(async (error: Error) => {
    await conclude(context, file, async () => summarizeFailure(remote, error));
    throw error;
  });
  const { version, endedCanary } = published;
  const about = { remote, version, channel, before, endedCanary };
  await conclude(context, file, () => summarize(context, about));
  return describe(context, published, target);
}

async function publishRemote(
  context: CommandContext,
  remote: string,
  target: Target,
): Promise<Published> {
  const { store, report, publish, flags } = context;
  if (!publish)
    throw new ReleaseRefused(
      'publish builds and tests the remote, so it runs where its sources are: npx carry-remote publish in a repository of its own, npm run releases -- publish in the workspace',
    );
  await assertMayPublish(context, remote);
  const { why = 'publish', summary } = flags;
  return publish(remote, { store, why, target, report, summary });
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`--summary cannot write ${file}: ${(error as Error).message}`);
  }
}

/** Writes the result for reviewers. A failure here is reported and leaves the release as it is. */
async function conclude(
  { report }: CommandContext,
  file: string,
  describeResult: () => Promise<PipelineResult>,
): Promise<void> {
  try {
    const result = await describeResult();
    write(file, result.summary + result.details);
    const problem = await reportResult(result, process.env);
    if (problem) report(problem);
  } catch (error) {
    report(`no summary: ${(error as Error).message}`);
  }
}

async function readLiveRelease(store: CommandContext['store'], remote: string) {
  const version = (await readLive(store)).remotes[remote]?.version;
  return version ? readRelease(store, remote, version) : null;
}

const computeShare = (target: { percent: number } | { rollout: RolloutPlan }) =>
  'percent' in target ? target.percent : (target.rollout.steps[0]?.percent ?? 0);

function describeDryRun(
  { admit }: CommandContext['store'],
  { name, version, outcome, endedCanary }: Published,
  target: Target,
): string {
  const release = `${name}@${version}`;
  const ending = endedCanary ? `; the canary ${endedCanary} would end` : '';
  if (outcome === 'unchanged') return `${release} is live already${ending}; nothing is changed`;
  const effect =
    target && 'channel' in target
      ? `could be previewed in ${target.channel} until ${target.expires.toISOString()}`
      : target
        ? `would go to ${computeShare(target)} % of the visitors`
        : 'would go live';
  const checks = admit ? 'the checks on this machine' : 'all checks';
  return `${release} passed ${checks} and ${effect}${ending}; nothing is changed`;
}

async function describe(
  context: CommandContext,
  published: Published,
  target: Target,
): Promise<Answer> {
  const { store, paint, flags } = context;
  const { name, version, outcome, endedCanary } = published;
  if (flags['dry-run']) return { data: published, text: describeDryRun(store, published, target) };
  const record = await readRelease(store, name, version);
  const isDirty = record?.commit.endsWith('-dirty') ?? false;
  const dirty = isDirty
    ? `\n${paint('yellow', 'built from a dirty tree')}: its commit ${record?.commit} does not reproduce it`
    : '';
  const data = { ...published, commit: record?.commit, dirty: isDirty };
  if (target && 'channel' in target) {
    const { channel, expires } = target;
    const until = expires.toISOString();
    const url = await previewUrl({ context, remote: name, version, channel, expires: until });
    const live = (await readLive(store)).remotes[name]?.version === version;
    const same = live ? ' (also live)' : '';
    return {
      data: { ...data, channel, url, expires, live },
      text: `${name}@${version}${same} can be previewed until ${until}:\n${url}${dirty}`,
    };
  }
  const unchanged = outcome === 'unchanged';
  if (target && !unchanged)
    return {
      data: { ...data, ...target },
      text: `${name}@${version} goes to ${computeShare(target)} % of the visitors${dirty}`,
    };
  const ended = endedCanary ? `; the canary ${endedCanary} has ended` : '';
  return {
    data,
    text: `${name}@${version} is live${unchanged ? ' already, unchanged' : ''}${ended}${dirty}`,
  };
}

export const publishCommand: Command = {
  args: '<remote>',
  does: 'builds a remote, checks it, stores it as a release and makes it live, or starts a preview (--channel), a canary (--percent) or a rollout (--rollout)',
  flags: [
    'channel',
    'expires',
    'percent',
    'rollout',
    'steps',
    'minutes',
    'views',
    'approve',
    'why',
    'summary',
    'dry-run',
  ],
  remote: true,
  creates: true,
  publishes: true,
  run,
};
