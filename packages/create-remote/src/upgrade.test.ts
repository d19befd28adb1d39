import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rewrite } from './codemods';
import { fillTemplate } from './template';
import { upgrade } from './upgrade';

const template = path.join(import.meta.dirname, '../template');
const options = {
  name: 'mf-help',
  path: '/help',
  site: 'https://carry.example',
  releases: 'https://releases.example',
};
const versions = { '@carry/remote-kit': '^2.0.0', react: '^19.3.0', vitest: '4.1.12' };

let folder: string;
const at = (file: string) => path.join(folder, file);
const read = (file: string) => readFileSync(at(file), 'utf8');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const commit = () => {
  git('add', '.');
  git('commit', '--quiet', '--message', 'change');
};

describe('upgrade', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'carry-upgrade-'));
    for (const [file, text] of Object.entries(
      fillTemplate(template, ['remote', 'repository'], options),
    )) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    }
    const manifest = JSON.parse(read('package.json')) as object;
    const dependencies = { '@carry/remote-kit': '^1.0.0', react: '^19.3.0', dayjs: '^1.0.0' };
    writeFileSync(at('package.json'), JSON.stringify({ ...manifest, dependencies }));
    git('init', '--quiet');
    commit();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('refreshes versions, scaffold and sources', () => {
    writeFileSync(at('tsconfig.json'), '{}');
    writeFileSync(at('src/invite.ts'), 'export const invite = shell.site.discordInviteUrl;\n');
    writeFileSync(at('README.md'), 'Ours.\n');
    rmSync(at('.github'), { recursive: true });
    commit();
    expect(upgrade(folder, template, versions)).toEqual({
      versions: ['@carry/remote-kit ^2.0.0'],
      scaffold: ['tsconfig.json'],
      sources: ['src/invite.ts'],
    });
    expect(JSON.parse(read('package.json'))).toMatchObject({
      carry: { site: options.site },
      dependencies: { '@carry/remote-kit': '^2.0.0', dayjs: '^1.0.0' },
    });
    expect(read('tsconfig.json')).toContain('"strict": true');
    expect(read('src/invite.ts')).toContain('shell.site.settings.discordInviteUrl');
    expect(
      git('status', '--porcelain')
        .trim()
        .split(/\s*\n?\s*M /),
    ).toEqual(['', 'package.json', 'src/invite.ts', 'tsconfig.json']);
  });

  test('adds the files that the new workflow runs', () => {
    for (const file of ['release.sh', '.github/actions', '.gitlab-ci.yml'])
      rmSync(at(file), { recursive: true });
    writeFileSync(at('.github/workflows/release.yml'), 'name: release\n');
    commit();
    expect(upgrade(folder, template, versions).scaffold.sort()).toEqual([
      '.github/actions/release/action.yml',
      '.github/workflows/release.yml',
      'release.sh',
    ]);
  });

  test('changes nothing the second time', () => {
    upgrade(folder, template, versions);
    commit();
    const nothing = { versions: [], scaffold: [], sources: [] };
    expect(upgrade(folder, template, versions)).toEqual(nothing);
  });

  test('raises versions in both sections and lowers none', () => {
    const manifest = JSON.parse(read('package.json')) as object;
    const dependencies = { react: '^20.0.0', vitest: '4.0.0' };
    const devDependencies = { '@carry/remote-kit': '^1.0.0', dayjs: '^1.0.0' };
    writeFileSync(
      at('package.json'),
      JSON.stringify({ ...manifest, dependencies, devDependencies }),
    );
    commit();
    upgrade(folder, template, versions);
    expect(JSON.parse(read('package.json'))).toMatchObject({
      dependencies: { react: '^20.0.0', vitest: '4.1.12' },
      devDependencies: { '@carry/remote-kit': '^2.0.0', dayjs: '^1.0.0' },
    });
  });

  test('upgrades a repository that packs the build of another tool', () => {
    rmSync(at('src'), { recursive: true });
    const manifest = JSON.parse(read('package.json')) as { carry: object };
    const carry = { ...manifest.carry, pack: { routes: [] } };
    const dependencies = { react: '^19.1.0' };
    const devDependencies = { '@carry/remote-kit': '^1.0.0', vitest: '3.0.0' };
    writeFileSync(
      at('package.json'),
      JSON.stringify({ ...manifest, carry, dependencies, devDependencies }),
    );
    writeFileSync(at('rsbuild.config.ts'), 'export default {};\n');
    writeFileSync(at('release.sh'), 'exit 1\n');
    commit();
    expect(upgrade(folder, template, versions)).toEqual({
      versions: ['@carry/remote-kit ^2.0.0'],
      scaffold: ['release.sh'],
      sources: [],
    });
    expect(JSON.parse(read('package.json'))).toMatchObject({
      carry,
      dependencies,
      devDependencies: { '@carry/remote-kit': '^2.0.0', vitest: '3.0.0' },
    });
    expect(read('rsbuild.config.ts')).toBe('export default {};\n');
  });

  test('writes nothing if a step fails', () => {
    rmSync(at('src'), { recursive: true });
    writeFileSync(at('src'), 'a file\n');
    writeFileSync(at('tsconfig.json'), '{}');
    commit();
    expect(() => upgrade(folder, template, versions)).toThrow(/ENOTDIR/);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('refuses uncommitted changes and other folders', () => {
    writeFileSync(at('new.ts'), '');
    expect(() => upgrade(folder, template, versions)).toThrow(/commit or stash .*\n.*new\.ts/s);
    rmSync(at('.git'), { recursive: true });
    expect(() => upgrade(folder, template, versions)).toThrow(/run 'git init' and commit/);
    writeFileSync(at('package.json'), '{ "name": "mf-help" }');
    expect(() => upgrade(folder, template, versions)).toThrow(/is not a remote's/);
  });
});

test.each([
  ['site.coachSlug', 'site.settings.coachSlug'],
  ['shell.site.payment?.publishableKey', 'shell.site.settings.stripePublishableKey'],
  ['site.payment.origins.map(f)', 'site.redirects.payment.map(f)'],
  ['({ site }) => site.chatOrigins', '({ site }) => site.redirects.chat'],
  ['site.settings.coachSlug', 'site.settings.coachSlug'],
  ['website.coachSlugs', 'website.coachSlugs'],
])('moves %s', (before, after) => {
  expect(rewrite(before)).toBe(after);
});
