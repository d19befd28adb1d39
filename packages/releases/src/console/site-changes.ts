import { type ConsoleSiteChange, productParts } from '@carry/contracts/console';
import { remoteName } from '@carry/contracts/release';
import { ownedPath, type SiteDocument, type SiteFile, siteFile } from '@carry/contracts/site';
import { z } from 'zod';
import { encode, parseDocument } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import { MAX_WHY } from '../pointers/live';
import { addOwner, readSite, removeOwner, rotateKey, setProduct } from '../pointers/site';
import { isPublicKey, keyId } from '../signing/keys';
import type { Store } from '../stores/store';

const common = {
  why: z.string().trim().min(1, 'it needs a reason').max(MAX_WHY),
  revision: z.number().int().min(0),
};
const paths = z.array(ownedPath).min(1, 'name a path such as /help').max(50);

const change = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('product'),
    ...common,
    product: z.strictObject(
      Object.fromEntries(productParts.map((part) => [part, z.unknown().optional()])),
    ),
  }),
  z.object({ action: z.enum(['own', 'disown']), ...common, remote: remoteName, paths }),
  z.object({
    action: z.literal('rotate-key'),
    ...common,
    remote: remoteName,
    key: z.string().trim().refine(isPublicKey, "it is not a public key of 'releases key new'"),
  }),
]);

/** Parses a change of the site document. Throws {@link ReleaseRefused} if it is malformed or lacks a reason. */
export function readSiteChange(body: unknown): ConsoleSiteChange {
  const { data, error } = change.safeParse(body);
  if (data) return data;
  const { path = [], message } = error?.issues[0] ?? {};
  throw new ReleaseRefused(`malformed change: ${path.map(String).join('.')} ${message}`);
}

export async function makeSiteChange(store: Store, change: ConsoleSiteChange): Promise<string> {
  const site = await readSite(store);
  if (!site) throw new ReleaseRefused('this store has no site.json');
  const { why, revision: seen } = change;
  const reason = { why, seen };
  switch (change.action) {
    case 'product': {
      const { revision } = await setProduct(store, readProduct(site, change.product), reason);
      return revision === seen
        ? 'the site document has not changed'
        : `the site document has revision ${revision}`;
    }
    case 'own':
      await addOwner(store, change.remote, { owner: { paths: change.paths }, ...reason });
      return `${change.remote} owns ${change.paths.join(' ')}`;
    case 'disown':
      await removeOwner(store, change.remote, { paths: change.paths, ...reason });
      return `${change.remote} no longer owns ${change.paths.join(' ')}`;
    default:
      await rotateKey(store, change.remote, { key: change.key, ...reason });
      return `${change.remote} is signed by the key ${keyId(change.key)}`;
  }
}

function readProduct({ schema, owners }: SiteDocument, product: unknown): SiteFile {
  const file = encode({ ...(product as object), schema, owners });
  try {
    return parseDocument('the site document', siteFile, file);
  } catch (cause) {
    throw new ReleaseRefused((cause as Error).message, { cause });
  }
}
