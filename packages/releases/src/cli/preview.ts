import { channelName } from '@carry/contracts/release';
import { samplePath } from '../artifacts/route-paths';
import { UsageError } from '../command-line/flags';
import { ReleaseRefused } from '../errors/errors';
import { readRelease } from '../pointers/live';
import { signPreview } from '../pointers/preview-link';
import { endPreview, extendPreview, readPreviews } from '../pointers/previews';
import { readSite } from '../pointers/site';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote } from './names';

const DAY_MS = 24 * 60 * 60 * 1000;

export function assertSigns({
  store,
  previewSecret,
}: Pick<CommandContext, 'store' | 'previewSecret'>): void {
  if (!previewSecret && !store.previewLink)
    throw new ReleaseRefused(
      'preview links are signed, and PREVIEW_SECRET is not set; set the secret of the site',
    );
}

export async function previewUrl({
  context: { store, siteUrl, previewSecret },
  remote,
  version,
  channel,
  expires,
}: {
  context: Pick<CommandContext, 'store' | 'siteUrl' | 'previewSecret'>;
  remote: string;
  version: string;
  channel: string;
  expires: string;
}): Promise<string> {
  if (store.previewLink) return store.previewLink(remote, channel);
  const page = (await readRelease(store, remote, version))?.routes[0]?.path ?? '/';
  const token = signPreview(previewSecret, {
    remote,
    channel,
    expires: Math.floor(Date.parse(expires) / 1000) * 1000,
  });
  return `${new URL(samplePath(page, await readSite(store)), siteUrl).href}?preview=${token}`;
}

export async function getPreviewLink(
  about: Pick<CommandContext, 'store' | 'siteUrl' | 'previewSecret'>,
  remote: string,
  channel: string,
): Promise<string> {
  assertSigns(about);
  const preview = channelName.safeParse(channel).success
    ? (await readPreviews(about.store, channel))?.remotes[remote]
    : undefined;
  if (!preview) throw new ReleaseRefused(`${remote} has no preview ${channel.slice(0, 50)}`);
  return previewUrl({
    context: about,
    remote,
    version: preview.version,
    channel,
    expires: preview.expires,
  });
}

async function findPreview(store: CommandContext['store'], remote: string, channel: string) {
  await assertKnownRemote(store, remote);
  const preview = (await readPreviews(store, channel))?.remotes[remote];
  if (preview) return preview;
  throw new ReleaseRefused(
    `${remote} has no preview ${channel}; 'releases publish ${remote} --channel ${channel}' creates one`,
  );
}

async function show(
  context: CommandContext,
  [remote = '', channel = '']: string[],
): Promise<Answer> {
  const { store, flags } = context;
  if (flags.why !== undefined && !flags.expires)
    throw new UsageError('--why needs --expires: a link alone changes nothing');
  let { version, expires } = await findPreview(store, remote, channel);
  assertSigns(context);
  if (flags.expires) {
    const until = new Date(Date.now() + flags.expires * DAY_MS);
    const why = flags.why ?? 'extended';
    version = await extendPreview(store, { channel, remote, expires: until, why });
    expires = until.toISOString();
  }
  const url = await previewUrl({ context, remote, version, channel, expires });
  return { data: { remote, channel, version, expires, url }, text: url };
}

async function end(
  { store, flags }: CommandContext,
  [remote = '', channel = '']: string[],
): Promise<Answer> {
  const { version } = await findPreview(store, remote, channel);
  await endPreview(store, { channel, remote, why: flags.why ?? 'ended' });
  return {
    data: { remote, channel, version, ended: true },
    text: `the preview ${channel} of ${remote} has ended`,
  };
}

export const previewCommands: Record<string, Command> = {
  'preview link': {
    args: '<remote> <channel>',
    does: 'prints the link of a preview; --expires extends it',
    flags: ['expires', 'why'],
    isDefault: true,
    run: show,
  },
  'preview end': {
    args: '<remote> <channel>',
    does: 'ends a preview; its link stops working',
    flags: ['why'],
    run: end,
  },
};
