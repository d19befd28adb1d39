import path from 'node:path';

/** The repository's root folder. */
export const root = path.join(import.meta.dirname, '..');

/** The remotes of this workspace. */
export const remotes = ['mf-marketing', 'mf-booking', 'mf-account', 'mf-coach'] as const;

export const remoteFolder = (remote: string) => path.join(root, remote);
