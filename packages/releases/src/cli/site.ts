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

function describeServes(serves: SiteDocument['serves']): Answer {
  if (!serves)
    return {
      data: null,
      text: "site.json does not declare what this site serves; run 'releases site serve'",
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
      'site serve runs in the workspace of the shell: npm run releases -- site serve',
    );
  const why = flags.why ?? 'the shell is released';
  const { data, text } = describeServes((await setServes(store, serves(), { why })).serves);
  if (!shellFolder || !existsSync(shellFolder) || store.admit) return { data, text }; // sites store their files at startup
  const version = await storeShell(store, shellFolder, { secret: previewSecret });
  return { data, text: `${text}\nfiles      shell@${version} is in the store` };
}

async function show({ store }: CommandContext): Promise<Answer> {
  const site = await readSite(store);
  if (!site)
    throw new ReleaseRefused(
      "the store has no site.json yet; write one with 'releases site set FILE'",
    );
  const file = siteFile.parse(site); // drops the fields that 'site set' does not read
  return { data: file, text: JSON.stringify(file, null, 2) };
}

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
  const why = flags.why ?? `from ${file}`;
  const { revision } = await setProduct(store, product, { why });
  return {
    data: { revision },
    text: `product set from ${file}, owners unchanged (revision ${revision})`,
  };
}

function publicKeysIn({ key: keys = [] }: Flags): string[] {
  const invalid = keys.find((key) => !isPublicKey(key));
  if (invalid === undefined) return keys;
  throw new UsageError(`'${invalid}' is not a public key such as 'releases key new' prints`);
}

async function keys({ store, flags }: CommandContext): Promise<Answer> {
  const { siteKeys = [] } = await setSiteKeys(store, publicKeysIn(flags), {
    why: flags.why ?? 'keys of the sites',
    compromised: flags.compromised,
  });
  return {
    data: { siteKeys },
    text:
      siteKeys.length > 0
        ? `sites sign their quarantines with ${siteKeys.map(keyId).join(', ')}`
        : 'no site has a key, so each rollback by a site stays at that site',
  };
}

async function countersign({ store, flags }: CommandContext): Promise<Answer> {
  const { why = 'countersign', compromised } = flags;
  const keys = publicKeysIn(flags);
  const { countersigners = [] } = await setCountersigners(store, keys, { why, compromised });
  const ids = countersigners.map(keyId);
  return {
    data: { countersigners },
    text:
      ids.length > 0
        ? `release servers sign with ${ids.join(', ')} for the pipelines that owners name`
        : 'no release server signs for pipelines',
  };
}

export const siteCommands: Record<string, Command> = {
  'site status': {
    does: 'shows what the site serves: contracts, shared modules, router names',
    isDefault: true,
    creates: true,
    run: async ({ store }) => describeServes((await readSite(store))?.serves),
  },
  'site serve': {
    does: 'declares what the site serves, after a shell release',
    flags: ['why'],
    creates: true,
    run: serve,
  },
  'site show': {
    does: 'prints the product: name, settings, redirect targets, texts',
    creates: true,
    run: show,
  },
  'site set': {
    args: '<file>',
    does: 'replaces the product with the one in a file; owners stay',
    flags: ['why'],
    creates: true,
    run: (context, [file = '']) => set(context, file),
  },
  'site countersign': {
    does: 'sets the keys of release servers that sign for pipelines',
    flags: ['key', 'compromised', 'why'],
    creates: true,
    run: countersign,
  },
  'site keys': {
    does: 'sets the keys with which sites sign quarantines of failing releases',
    flags: ['key', 'compromised', 'why'],
    creates: true,
    run: keys,
  },
};
