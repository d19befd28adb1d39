import { ReleaseRefused } from '../errors';
import { readSite, setServes } from '../site';
import type { Answer, Command, CommandContext } from './command';
import { UsageError } from './flags';

function tell(serves: NonNullable<Awaited<ReturnType<typeof readSite>>>['serves']): Answer {
  if (!serves)
    return {
      data: null,
      text: "site.json does not say what this site serves; 'releases site serve' says it",
    };
  const shared = Object.entries(serves.shared).map(([name, version]) => `${name} ${version}`);
  return {
    data: serves,
    text: [
      `contracts  ${serves.contracts.map(({ version }) => version).join(', ')}`,
      `shared     ${shared.join(', ')}`,
      `router     ${serves.routerNames.join(', ')}`,
    ].join('\n'),
  };
}

async function run({ store, flags, serves }: CommandContext, [action]: string[]): Promise<Answer> {
  if (action === undefined) return tell((await readSite(store))?.serves);
  if (action !== 'serve') throw new UsageError(`usage: releases ${siteCommand.usage}`);
  if (!serves)
    throw new ReleaseRefused(
      'what a shell serves is said where it is built: npm run releases -- site serve',
    );
  const why = flags.why ?? 'the shell is released';
  return tell((await setServes(store, serves(), { why })).serves);
}

export const siteCommand: Command = {
  usage: 'site [serve] [--why TEXT]',
  does: 'what the site serves: contracts, shared modules, router names; serve: says it anew, when a shell is released',
  words: [0, 1],
  flags: ['why'],
  creates: true,
  run,
};
