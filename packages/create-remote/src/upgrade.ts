import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rewriteSources } from './codemods';
import { readJson } from './read-json';
import { renewScaffold } from './scaffold';
import { fillTemplate } from './template';
import { DEPENDENCIES, DEV_DEPENDENCIES, isNewer } from './versions';

interface Manifest {
  name: string;
  carry?: { site?: string; releases?: string; pack?: unknown };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export interface Upgraded {
  versions: string[];
  scaffold: string[];
  beside: string[];
  unrecorded: string[];
  sources: string[];
  /** Command that checks the repository: one that packs another build need not have our scripts. */
  check: string;
}

/** Brings a repository to this version: packages, template, codemods. Writes once all changes are known. Throws for uncommitted changes: git's diff shows the upgrade. */
export function upgrade(
  folder: string,
  template: string,
  versions: Record<string, string>,
): Upgraded {
  const file = path.join(folder, 'package.json');
  const manifest = readJson<Manifest>(file);
  if (!manifest?.carry || !manifest.name?.startsWith('mf-'))
    throw new Error(`${file} is not a remote's: it needs a name with mf- and "carry"`);
  assertClean(folder);
  const changed = [...setVersions(manifest, versions), ...addTypes(manifest, versions)];
  const { name, carry } = manifest;
  const { pack, ...addresses } = carry;
  const files = fillTemplate(template, ['remote', 'repository'], { name, path: '', ...addresses });
  const { renewed, beside, unrecorded, record } = renewScaffold(folder, files, pack !== undefined);
  const sources = rewriteSources(folder);
  const updated = changed.length > 0 && {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  };
  writeFiles(folder, { ...updated, ...sources, ...renewed, ...beside, ...record });
  return {
    versions: changed,
    scaffold: Object.keys(renewed),
    beside: Object.keys(beside),
    unrecorded,
    sources: Object.keys(sources),
    check: pack === undefined ? 'npm run check' : 'npx carry-remote check',
  };
}

export function describeUpgrade({
  versions,
  scaffold,
  beside,
  unrecorded,
  sources,
  check,
}: Upgraded): string {
  const adviceFor = (file: string) =>
    unrecorded.includes(file)
      ? 'replaces your file if you never changed it; merge it otherwise, then delete it'
      : 'merge it into your own file, then delete it';
  const changes = [
    ...versions.map((version) => `  package.json  ${version}`),
    ...[...scaffold, ...sources].map((file) => `  ${file}`),
    ...beside.map((file) => `  ${file}  ${adviceFor(file)}`),
  ];
  if (changes.length === 0) return 'Nothing to upgrade.';
  const record =
    unrecorded.length === 0
      ? ''
      : '\nCommit .carry-template.json: later upgrades replace the files that you did not change.\n';
  return `Upgraded:\n${changes.join('\n')}\n${record}\nNext: review with git diff, then\n\n  npm install\n  ${check}\n`;
}

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

function readStatus(folder: string): string {
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    return execFileSync('git', ['status', '--porcelain', '--', '.'], options);
  } catch (cause) {
    throw new Error(
      "git cannot list the changes in this folder; run 'git init' and commit your files, so that 'git diff' shows the upgrade",
      { cause },
    );
  }
}

function assertClean(folder: string): void {
  const status = readStatus(folder);
  if (status.trim() !== '')
    throw new Error(
      `commit or stash your changes first, so that 'git diff' shows the upgrade only:\n${status}`,
    );
}

/** Adds the types of listed packages to a repository that has those of React, as a new one does. */
function addTypes(manifest: Manifest, versions: Record<string, string>): string[] {
  const { carry, dependencies = {}, devDependencies } = manifest;
  if (carry?.pack || !devDependencies?.['@types/react']) return [];
  const listed = { ...dependencies, ...devDependencies };
  const missing = DEV_DEPENDENCIES.filter(
    (name) => listed[name.replace('@types/', '')] && !listed[name] && versions[name],
  );
  if (missing.length === 0) return [];
  for (const name of missing) devDependencies[name] = versions[name] ?? '';
  manifest.devDependencies = Object.fromEntries(Object.entries(devDependencies).sort());
  return missing.map((name) => `${name} ${versions[name]}`);
}

/** Raises the listed versions, whichever section lists them. Another build has its own tools, so only our packages change there. */
function setVersions(manifest: Manifest, versions: Record<string, string>): string[] {
  const isOurs = (name: string) => !manifest.carry?.pack || name.startsWith('@carry/');
  const changed: string[] = [];
  for (const listed of [manifest.dependencies, manifest.devDependencies])
    for (const name of [...DEPENDENCIES, ...DEV_DEPENDENCIES].filter(isOurs)) {
      const [version, current] = [versions[name], listed?.[name]];
      if (!listed || !version || !current || !isNewer(version, current)) continue;
      listed[name] = version;
      changed.push(`${name} ${version}`);
    }
  return changed;
}
