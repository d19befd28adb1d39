import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type SiteDocument, siteFile } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { parseDocument } from '../documents/document';
import { ReleaseRefused } from '../errors';
import { readSite, setCountersigners, setProduct, setServes } from '../pointers/site';
import { isPublicKey, keyId } from '../signing/keys';
import { storeShell } from '../stores/shells';
import type { Answer, Command, CommandContext } from './command';

function tell(serves: SiteDocument['serves']): Answer {
  if (!serves)
    return {
      data: null,
      text: "site.json does not say what this site serves; 'releases site serve' declares it",
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

async function serve({
  store,
  flags,
  serves,
  shellFolder,
  previewSecret,
}: CommandContext): Promise<Answer> {
  if (!serves)
    throw new ReleaseRefused(
      'what a shell serves is declared where it is built: npm run releases -- site serve',
    );
  const why = flags.why ?? 'the shell is released';
  const { data, text } = tell((await setServes(store, serves(), { why })).serves);
  if (!shellFolder || !existsSync(shellFolder) || store.admit) return { data, text }; // each site stores its own at its start
  const version = await storeShell(store, shellFolder, previewSecret);
  return { data, text: `${text}\nfiles      shell@${version} is in the store` };
}

async function show({ store }: CommandContext): Promise<Answer> {
  const site = await readSite(store);
  if (!site)
    throw new ReleaseRefused(
      "the store has no site.json yet; write one with 'releases site set FILE'",
    );
  const { name, settings, redirects, frame } = site;
  const product = { name, settings, redirects, frame };
  return { data: product, text: JSON.stringify(product, null, 2) };
}

async function set({ store, flags }: CommandContext, file: string): Promise<Answer> {
  const content = await readFile(file).catch(() => {
    throw new UsageError(`there is no file ${file}`);
  });
  const product = parseDocument(file, siteFile, content);
  const why = flags.why ?? `as ${file} says`;
  const { revision } = await setProduct(store, product, { why });
  return {
    data: { revision },
    text: `the product is what ${file} says; who owns what stays (revision ${revision})`,
  };
}

async function countersign({ store, flags }: CommandContext): Promise<Answer> {
  const { key: keys = [], why = 'countersign' } = flags;
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong !== undefined)
    throw new UsageError(`'${wrong}' is not a public key such as 'releases key new' prints`);
  const { countersigners = [] } = await setCountersigners(store, keys, { why });
  const ids = countersigners.map(keyId);
  return {
    data: { countersigners },
    text:
      ids.length > 0
        ? `release servers sign with ${ids.join(', ')} for the pipelines that owners name`
        : 'no release server signs for anybody',
  };
}

async function run(context: CommandContext, [action, file]: string[]): Promise<Answer> {
  if (action === undefined) return tell((await readSite(context.store))?.serves);
  if (action === 'set' && file) return set(context, file);
  if (action === 'serve' && !file) return serve(context);
  if (action === 'countersign' && !file) return countersign(context);
  if (action === 'show' && !file) return show(context);
  throw new UsageError(`usage: releases ${siteCommand.usage}`);
}

export const siteCommand: Command = {
  usage: 'site [serve | show | set FILE | countersign [--key KEY …]] [--why TEXT]',
  does: 'what the site serves: contracts, shared modules, router names; serve: says it anew, when a shell is released; show and set: what the product is (its name, settings, targets of redirects, words); countersign: the keys of release servers that may sign for pipelines with tokens',
  words: [0, 2],
  flags: ['key', 'why'],
  creates: true,
  run,
};
