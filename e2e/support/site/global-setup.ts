import { rmSync } from 'node:fs';
import path from 'node:path';
import { addOwner, setSiteKeys, storeShell, Untrusted } from '@carry/releases';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { installOwnSite } from 'workspace/site';
import { signedStore, siteKeys, teamKeys } from './keys';

/** The store that every worker copies: the built workspace, signed with a key per team. */
export const publishedStore = path.join(root, '.data/e2e/releases');

export default async () => {
  const store = signedStore(publishedStore);
  await installOwnSite(store).catch((error: unknown) => {
    if (!(error instanceof Untrusted)) throw error;
    rmSync(publishedStore, { recursive: true });
    return installOwnSite(store);
  });
  for (const [remote, key] of Object.entries(teamKeys()))
    await addOwner(store, remote, {
      owner: { paths: [], keys: [key] },
      why: 'signs what it ships',
    });
  await setSiteKeys(store, siteKeys(), { why: 'sites sign their quarantines' });
  await buildAndPublish(store);
  await storeShell(store, path.join(root, 'shell/dist/web'), { secret: '' });
};
