import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type PackDeclaration, readDeclaration } from './packing/declaration';

export interface Project {
  folder: string;
  name: string;
  site: string | undefined;
  releases: string | undefined;
  pack?: PackDeclaration | undefined;
}

interface Manifest {
  name?: string;
  carry?: { site?: string; releases?: string; pack?: unknown };
}

export function readProject(folder = process.cwd()): Project {
  const file = path.join(folder, 'package.json');
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new Error(`${file} is not valid JSON: ${cause.message}`, { cause });
    throw new Error(`cannot read ${file}; run this command in the folder of a remote`, { cause });
  }
  const { name = '', carry } = manifest;
  if (!/^mf-[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`${file} is not a remote's: "name" must start with mf-, got '${name}'`);
  for (const address of ['site', 'releases'] as const) assertUrl(file, address, carry?.[address]);
  const pack = carry?.pack === undefined ? undefined : readDeclaration(file, carry.pack);
  return { folder, name, site: carry?.site, releases: carry?.releases, pack };
}

function assertUrl(file: string, name: 'site' | 'releases', value: string | undefined): void {
  if (value === undefined) return;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return;
  throw new Error(
    `${file}: "carry": { "${name}": "${value}" } must be a URL such as https://${name === 'site' ? 'carry' : name}.example`,
  );
}
