import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository of a remote, as its package.json says. */
export interface Project {
  folder: string;
  /** The name of the remote. */
  name: string;
  /** Address of the site that it is a part of. */
  site: string | undefined;
  /** Address of the release server that takes it. */
  releases: string | undefined;
}

interface Manifest {
  name?: string;
  carry?: { site?: string; releases?: string };
}

/** Reads the package.json of a folder. */
export function readProject(folder = process.cwd()): Project {
  const file = path.join(folder, 'package.json');
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error(`${file} cannot be read; run this in the folder of a remote`, { cause });
  }
  const { name = '', carry } = manifest;
  if (!/^mf-[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`${file} is not a remote's: its name is '${name}', not mf-…`);
  return { folder, name, site: carry?.site, releases: carry?.releases };
}
