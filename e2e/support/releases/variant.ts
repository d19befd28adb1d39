import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remoteFolder, remotes, root } from 'workspace';
import { copySources } from 'workspace/copy';

const built = new Map<string, string>();

interface Edit {
  file: string;
  from: string | RegExp;
  to: string;
}

/** Builds a remote with edited sources once per worker and returns the folder. */
export const buildVariant = (remote: string, label: string, edits: Edit[]): string =>
  buildCopy(remoteFolder(remote), `${remote}-${label}`, { name: remote, edits });

/** Builds a remote with another name and edited sources. */
export const buildRenamed = (remote: string, name: string, edits: Edit[]): string =>
  buildCopy(remoteFolder(remote), name, { name, edits });

/** Builds a remote from `e2e/fixtures` with the dependencies of our remotes. */
export const buildFixture = (fixture: string, name: string, edits: Edit[] = []): string =>
  buildCopy(path.join(import.meta.dirname, '../../fixtures', fixture), fixture, { name, edits });

function buildCopy(
  from: string,
  label: string,
  { name, edits }: { name: string; edits: Edit[] },
): string {
  const key = JSON.stringify([
    from,
    name,
    label,
    edits.map(({ file, from, to }) => [file, String(from), to]),
  ]);
  const cached = built.get(key);
  if (cached) return cached;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const folder = path.join(
    root,
    '.data/e2e/variants',
    `${label}-${hash}-${process.env['TEST_PARALLEL_INDEX'] ?? 0}`,
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copySources(from, folder);
  const packages = [from, remoteFolder(remotes[0] ?? '')].map((home) =>
    path.join(home, 'node_modules'),
  );
  symlinkSync(packages.find((home) => existsSync(home)) ?? '', path.join(folder, 'node_modules'));
  writeFileSync(
    path.join(folder, 'rsbuild.config.ts'),
    `import { remoteConfig } from '@carry/remote-kit/build';\n\nexport default remoteConfig('${name}', import.meta.dirname);\n`,
  );
  for (const { file, from, to } of edits) {
    const target = path.join(folder, 'src', file);
    const before = readFileSync(target, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} does not hold ${from}`);
    writeFileSync(target, after);
  }
  build(folder);
  built.set(key, path.join(folder, 'dist'));
  return path.join(folder, 'dist');
}

export function buildShellVariant(label: string, edit: { file: string; from: string; to: string }) {
  const shell = path.join(root, 'shell');
  const folder = path.join(
    root,
    '.data/e2e/variants',
    `shell-${label}-${process.env['TEST_PARALLEL_INDEX'] ?? 0}`,
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copySources(shell, folder);
  symlinkSync(path.join(shell, 'node_modules'), path.join(folder, 'node_modules'));
  const target = path.join(folder, edit.file);
  const before = readFileSync(target, 'utf8');
  const after = before.replace(edit.from, edit.to);
  if (after === before) throw new Error(`${edit.file} does not hold ${edit.from}`);
  writeFileSync(target, after);
  build(folder);
  return path.join(folder, 'dist');
}

function build(folder: string): void {
  execFileSync(
    process.execPath,
    [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--log-level', 'error'],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}
