import { channelName } from '@carry/contracts/release';
import { samplePath } from '../artifacts/sample-path';
import { UsageError } from '../command-line/flags';
import { ReleaseRefused } from '../errors/errors';
import { readRelease } from '../pointers/live';
import { signPreview } from '../pointers/preview-link';
import { endPreview, readPreviews, setPreview } from '../pointers/previews';
import { readSite } from '../pointers/site';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote } from './names';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws {@link ReleaseRefused} if preview links cannot be signed. */
export function assertSigns({
  store,
  previewSecret,
}: Pick<CommandContext, 'store' | 'previewSecret'>): void {
  if (!previewSecret && !store.previewLink)
    throw new ReleaseRefused(
      'preview links are signed, and PREVIEW_SECRET is not set; set the secret of the site',
    );
}

/** Returns the link of a preview, which opens the remote's first page. */
export async function previewUrl(
  { store, siteUrl, previewSecret }: Pick<CommandContext, 'store' | 'siteUrl' | 'previewSecret'>,
  remote: string,
  version: string,
  channel: string,
  expires: string,
): Promise<string> {
  if (store.previewLink) return store.previewLink(remote, channel);
  const page = (await readRelease(store, remote, version))?.routes[0]?.path ?? '/';
  const token = signPreview(previewSecret, {
    remote,
    channel,
    expires: Math.floor(Date.parse(expires) / 1000) * 1000,
  });
  return `${siteUrl}${samplePath(page, await readSite(store))}?preview=${token}`;
}

/** Returns the link of an existing preview. */
export async function linkOf(
  about: Pick<CommandContext, 'store' | 'siteUrl' | 'previewSecret'>,
  remote: string,
  channel: string,
): Promise<string> {
  assertSigns(about);
  const preview = channelName.safeParse(channel).success
    ? (await readPreviews(about.store, channel))?.remotes[remote]
    : undefined;
  if (!preview) throw new ReleaseRefused(`${remote} has no preview ${channel.slice(0, 50)}`);
  return previewUrl(about, remote, preview.version, channel, preview.expires);
}

async function run(context: CommandContext, words: string[]): Promise<Answer> {
  const { store, flags } = context;
  const [remote = '', channel = '', ...more] = words[0] === 'end' ? words.slice(1) : words;
  if (!channel || more.length > 0) throw new UsageError(`usage: releases ${previewCommand.usage}`);
  await assertKnownRemote(store, remote);
  const preview = (await readPreviews(store, channel))?.remotes[remote];
  if (!preview)
    throw new ReleaseRefused(
      `${remote} has no preview ${channel}; 'releases publish ${remote} --channel ${channel}' creates one`,
    );
  if (words[0] === 'end') {
    await endPreview(store, channel, remote, flags.why ?? 'ended');
    return {
      data: { remote, channel, version: preview.version, ended: true },
      text: `the preview ${channel} of ${remote} has ended`,
    };
  }
  assertSigns(context);
  let { expires } = preview;
  if (flags.expires) {
    const until = new Date(Date.now() + flags.expires * DAY_MS);
    await setPreview(store, channel, remote, preview.version, until, flags.why ?? 'extended');
    expires = until.toISOString();
  }
  const url = await previewUrl(context, remote, preview.version, channel, expires);
  return { data: { remote, channel, version: preview.version, expires, url }, text: url };
}

export const previewCommand: Command = {
  usage: 'preview [end] <remote> <channel> [--expires DAYS] [--why TEXT]',
  does: 'prints the link of a preview; --expires extends it, end removes it',
  words: [2, 3],
  flags: ['expires', 'why'],
  run,
};
