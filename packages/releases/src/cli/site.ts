import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type SiteDocument, siteFile } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { parseDocument } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import { readSite, setProduct, setServes } from '../pointers/site';
import { setCountersigners, setSiteKeys } from '../pointers/site-keys';
import { isPublicKey, keyId } from '../signing/keys';
import { storeShell } from '../stores/shells';
import type { Answer, Command, CommandContext } from './command';
import type { Flags } from './flags';

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
  const file = siteFile.parse(site); // what 'site set' reads
  return { data: file, text: JSON.stringify(file, null, 2) };
}

/** The product in a file; throws {@link ReleaseRefused} for one that is malformed. */
function readProduct(file: string, content: Buffer) {
  try {
    return parseDocument(file, siteFile, content);
  } catch (cause) {
    throw new ReleaseRefused((cause as Error).message, { cause });
  }
}

async function set({ store, flags }: CommandContext, file: string): Promise<Answer> {
  const content = await readFile(file).catch(() => {
    throw new UsageError(`there is no file ${file}`);
  });
  const product = readProduct(file, content);
  const why = flags.why ?? `as ${file} says`;
  const { revision } = await setProduct(store, product, { why });
  return {
    data: { revision },
    text: `the product is what ${file} says; who owns what stays (revision ${revision})`,
  };
}

/** The public keys of the command line; throws {@link UsageError} for one that is malformed. */
function publicKeysIn({ key: keys = [] }: Flags): string[] {
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong === undefined) return keys;
  throw new UsageError(`'${wrong}' is not a public key such as 'releases key new' prints`);
}

async function keys({ store, flags }: CommandContext): Promise<Answer> {
  const { siteKeys = [] } = await setSiteKeys(store, publicKeysIn(flags), {
    why: flags.why ?? 'keys of the sites',
  });
  return {
    data: { siteKeys },
    text:
      siteKeys.length > 0
        ? `sites sign their verdicts with ${siteKeys.map(keyId).join(', ')}`
        : 'no site signs verdicts: each keeps its own to itself',
  };
}

async function countersign({ store, flags }: CommandContext): Promise<Answer> {
  const { why = 'countersign' } = flags;
  const keys = publicKeysIn(flags);
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
  if (action === 'keys' && !file) return keys(context);
  if (action === 'show' && !file) return show(context);
  throw new UsageError(`usage: releases ${siteCommand.usage}`);
}

export const siteCommand: Command = {
  usage:
    'site [serve | show | set FILE | countersign [--key KEY …] | keys [--key KEY …]] [--why TEXT]',
  does: 'what the site serves: contracts, shared modules, router names; serve: says it anew, when a shell is released; show and set: what the product is (its name, settings, targets of redirects, words); countersign: the keys of release servers that may sign for pipelines with tokens; keys: the keys of the sites, which sign verdicts on failing releases',
  words: [0, 2],
  flags: ['key', 'why'],
  creates: true,
  run,
};
