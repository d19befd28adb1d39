import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, publish } from '@carry/releases';
import { runReleases } from '@carry/releases/cli';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepare } from './pack';
import { openPackFolder } from './packing/folder';
import { createEnvironment } from './releases';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('@carry/releases', async (original) => ({
  ...(await original<object>()),
  publish: vi.fn(),
}));
vi.mock('./pack', () => ({
  prepare: vi.fn(async ({ folder }: { folder: string }) => {
    writeFileSync(path.join(folder, 'build.log'), '');
    return folder;
  }),
}));

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-commit-'));
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('names the commit without the files of its own build', async () => {
  const project = { folder, name: 'mf-help', site: undefined, releases: undefined };
  const store = Object.assign(new DirectoryStore(folder), { admit: async () => {} });
  await createEnvironment(project).publish?.('mf-help', { store, why: 'test' });
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(vi.mocked(publish)).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ commit }));
});

test('leaves the checks of its build to publish', async () => {
  const project = { folder, name: 'mf-help', site: undefined, releases: undefined };
  const store = Object.assign(new DirectoryStore(folder), { admit: async () => {} });
  await createEnvironment(project).publish?.('mf-help', { store, why: 'test' });
  expect(prepare).toHaveBeenLastCalledWith(project, { checks: false });
});

test('ignores the file of the summary, but no other', async () => {
  const project = { folder, name: 'mf-help', site: undefined, releases: undefined };
  const store = Object.assign(new DirectoryStore(folder), { admit: async () => {} });
  const summary = path.join(folder, 'release.md');
  writeFileSync(summary, '');
  const commits = async (file: string) => {
    vi.mocked(publish).mockClear();
    await createEnvironment(project).publish?.('mf-help', { store, why: 'test', summary: file });
    rmSync(path.join(folder, 'build.log'));
    return vi.mocked(publish).mock.calls[0]?.[0].commit;
  };
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(await commits(summary)).toBe(commit);
  expect(await commits(path.join(tmpdir(), 'release.md'))).toBe(`${commit}-dirty`);
  writeFileSync(path.join(folder, 'page.js'), '');
  expect(await commits(summary)).toBe(`${commit}-dirty`);
});

test.each([['publish', 'mf-help'], ['owner', 'list'], ['list']])(
  'refuses a command without a release server: %s',
  async (...args) => {
    const project = { folder, name: 'mf-help', site: undefined, releases: undefined };
    for (const name of ['CARRY_RELEASES', 'RELEASES_STORE']) vi.stubEnv(name, '');
    const err: string[] = [];
    const write = { out: () => {}, err: (text: string) => void err.push(text), screen: null };
    try {
      expect(await runReleases(args, createEnvironment(project), write)).toBe(2);
    } finally {
      vi.unstubAllEnvs();
    }
    expect(err.join()).toMatch(/^no release server is named; pass one with --to, .+ package\.json/);
  },
);

test('hides the folder of a packed build from git', () => {
  openPackFolder(folder);
  writeFileSync(path.join(folder, '.carry/pack/packed.js'), '');
  expect(git('status', '--porcelain')).toBe('');
});
