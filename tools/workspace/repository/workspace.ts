import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The repository's root folder. */
export const root = path.join(import.meta.dirname, '../../..');

/** Where everything local is kept: releases, database, secrets. */
export const defaultDataFolder = path.join(root, '.data');

/** The remotes of this workspace: its folders mf-*. */
export const remotes: readonly string[] = readdirSync(root).filter((name) =>
  name.startsWith('mf-'),
);

export const remoteFolder = (remote: string) => path.join(root, remote);
