import { readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../../..');

export const defaultDataFolder = path.join(root, '.data');

export const remotes: readonly string[] = readdirSync(root).filter((name) =>
  name.startsWith('mf-'),
);

export const remoteFolder = (remote: string) => path.join(root, remote);

export const bin = (name: string, home = '.') => path.join(root, home, 'node_modules/.bin', name);
