import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rewrite } from './codemods';
import { recordScaffold } from './scaffold';
import { fillTemplate } from './template';
import { describeUpgrade, upgrade } from './upgrade';

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

/** Gives a file the text of an older template. */
const writeOlder = (file: string, text: string) => {
  writeFileSync(at(file), text);
  const record = JSON.parse(read('.carry-template.json')) as object;
  const older = JSON.parse(
    recordScaffold({ [file]: text })['.carry-template.json'] ?? '',
  ) as object;
  writeFileSync(at('.carry-template.json'), JSON.stringify({ ...record, ...older }));
};

describe('upgrade', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'carry-upgrade-'));
    const files = fillTemplate(template, ['remote', 'repository'], options);
    for (const [file, text] of Object.entries({ ...files, ...recordScaffold(files) })) {
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
    writeOlder('tsconfig.json', '{}');
    writeFileSync(at('src/invite.ts'), 'export const invite = shell.site.discordInviteUrl;\n');
    writeFileSync(at('src/contact.jsx'), 'export const contact = site.coachContact;\n');
    writeFileSync(at('README.md'), 'Ours.\n');
    rmSync(at('.github'), { recursive: true });
    commit();
    expect(upgrade(folder, template, versions)).toEqual({
      versions: ['@carry/remote-kit ^2.0.0'],
      scaffold: ['tsconfig.json'],
      beside: [],
      unrecorded: [],
      sources: ['src/contact.jsx', 'src/invite.ts'],
      check: 'npm run check',
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
    ).toEqual([
      '',
      '.carry-template.json',
      'package.json',
      'src/contact.jsx',
      'src/invite.ts',
      'tsconfig.json',
    ]);
  });

  test('adds the files that the new workflow runs', () => {
    for (const file of ['release.sh', '.github/actions', '.gitlab-ci.yml'])
      rmSync(at(file), { recursive: true });
    writeOlder('.github/workflows/release.yml', 'name: release\n');
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
    const nothing = { versions: [], scaffold: [], beside: [], unrecorded: [], sources: [] };
    expect(upgrade(folder, template, versions)).toMatchObject(nothing);
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

  test('adds the types of a listed package', () => {
    const manifest = JSON.parse(read('package.json')) as object;
    const dependencies = { react: '^19.3.0', 'react-dom': '^19.3.0' };
    const write = (devDependencies: object) => {
      writeFileSync(
        at('package.json'),
        JSON.stringify({ ...manifest, dependencies, devDependencies }),
      );
      commit();
    };
    const newer = { ...versions, '@types/react-dom': '19.2.0', '@types/node': '24.0.0' };
    write({ '@types/react': '19.2.0', typescript: '6.0.0' });
    expect(upgrade(folder, template, newer).versions).toEqual(['@types/react-dom 19.2.0']);
    expect(JSON.parse(read('package.json'))).toMatchObject({
      devDependencies: {
        '@types/react': '19.2.0',
        '@types/react-dom': '19.2.0',
        typescript: '6.0.0',
      },
    });
    commit();
    expect(upgrade(folder, template, newer).versions).toEqual([]);
    write({ eslint: '9.0.0' });
    expect(upgrade(folder, template, newer).versions).toEqual([]);
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
    writeOlder('release.sh', 'exit 1\n');
    writeFileSync(at('.gitlab-ci.yml'), 'build: {}\n');
    commit();
    const upgraded = upgrade(folder, template, versions);
    expect(upgraded).toEqual({
      versions: ['@carry/remote-kit ^2.0.0'],
      scaffold: ['release.sh'],
      beside: [],
      unrecorded: [],
      sources: [],
      check: 'npx carry-remote check',
    });
    expect(describeUpgrade(upgraded)).toMatch(/npm install\n {2}npx carry-remote check\n$/);
    expect(JSON.parse(read('package.json'))).toMatchObject({
      carry,
      dependencies,
      devDependencies: { '@carry/remote-kit': '^2.0.0', vitest: '3.0.0' },
    });
    expect(read('rsbuild.config.ts')).toBe('export default {};\n');
    expect(read('.gitlab-ci.yml')).toBe('build: {}\n');
  });

  test('puts the new text beside a file that the team changed', () => {
    const current = read('vitest.config.ts');
    writeOlder('vitest.config.ts', '// older\n');
    writeFileSync(at('vitest.config.ts'), '// ours\n');
    writeFileSync(at('tsconfig.json'), '{}');
    commit();
    expect(upgrade(folder, template, versions)).toMatchObject({
      scaffold: [],
      beside: ['vitest.config.ts.new'],
    });
    expect(read('vitest.config.ts')).toBe('// ours\n');
    expect(read('vitest.config.ts.new')).toBe(current);
    expect(read('tsconfig.json')).toBe('{}'); // the template's text is the same as before
    rmSync(at('vitest.config.ts.new'));
    commit();
    expect(upgrade(folder, template, versions)).toMatchObject({ scaffold: [], beside: [] });
  });

  test('explains new texts of files without a record', () => {
    rmSync(at('.carry-template.json'));
    writeFileSync(at('tsconfig.json'), '{}');
    commit();
    const upgraded = upgrade(folder, template, versions);
    expect(upgraded).toMatchObject({ scaffold: [], beside: ['tsconfig.json.new'] });
    expect(describeUpgrade(upgraded)).toMatch(
      /tsconfig\.json\.new {2}replaces your file if you never changed it.*\n\nCommit \.carry-template\.json: /,
    );
    rmSync(at('tsconfig.json.new'));
    commit();
    expect(describeUpgrade(upgrade(folder, template, versions))).toBe('Nothing to upgrade.');
  });

  test('ignores line ends of a Windows checkout', () => {
    const windows = (file: string) => writeFileSync(at(file), read(file).replaceAll('\n', '\r\n'));
    writeOlder('tsconfig.json', '{\n}\n');
    for (const file of ['tsconfig.json', 'release.sh', '.carry-template.json']) windows(file);
    commit();
    expect(upgrade(folder, template, versions)).toMatchObject({
      scaffold: ['tsconfig.json'],
      beside: [],
    });
  });

  test.each([
    ['.carry-template.json', '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n'],
    ['.carry-template.json', '[]'],
    ['package.json', '{'],
  ])('refuses a malformed %s', (file, text) => {
    writeFileSync(at(file), text);
    commit();
    expect(() => upgrade(folder, template, versions)).toThrow(
      new RegExp(`${file} is no valid JSON .*; resolve its merge conflict`),
    );
  });

  test('leaves the pipeline of a packed repository without a record', () => {
    const manifest = JSON.parse(read('package.json')) as { carry: object };
    const carry = { ...manifest.carry, pack: { routes: [] } };
    writeFileSync(at('package.json'), JSON.stringify({ ...manifest, carry }));
    rmSync(at('.carry-template.json'));
    for (const file of ['.gitlab-ci.yml', '.npmrc', 'release.sh'])
      writeFileSync(at(file), 'ours\n');
    commit();
    expect(upgrade(folder, template, versions)).toMatchObject({ scaffold: [], beside: [] });
  });

  test('writes nothing if a step fails', () => {
    rmSync(at('src'), { recursive: true });
    writeFileSync(at('src'), 'a file\n');
    writeOlder('tsconfig.json', '{}');
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
  ['site?.coachSlug', 'site?.settings.coachSlug'],
  ['site.payment!.publishableKey', 'site.settings.stripePublishableKey'],
  ['const { coachSlug } = useShell().site;', 'const { coachSlug } = useShell().site.settings;'],
  [
    'const { coachSlug: slug, creditUrl } = shell.site\n',
    'const { coachSlug: slug, creditUrl } = shell.site.settings\n',
  ],
  ['const { coachSlug, name } = shell.site;', 'const { coachSlug, name } = shell.site;'],
  ['const { name } = shell.site;', 'const { name } = shell.site;'],
  ['const { coachSlug } = shell.site.settings;', 'const { coachSlug } = shell.site.settings;'],
  [
    'const { coachSlug } = shell.site\n  .settings;',
    'const { coachSlug } = shell.site\n  .settings;',
  ],
  [
    'const { coachSlug } = shell.site\n  ?.settings;',
    'const { coachSlug } = shell.site\n  ?.settings;',
  ],
  ['open({ coachSlug } = props, site, 1)', 'open({ coachSlug } = props, site, 1)'],
  ['site.settings.coachSlug', 'site.settings.coachSlug'],
  ['website.coachSlugs', 'website.coachSlugs'],
  [
    "import { done } from '@carry/remote-kit/own-answers/operator';",
    "import { done } from '@carry/remote-kit/own-answers';",
  ],
  ['import("@carry/contracts/own-answers/text")', 'import("@carry/contracts/own-answers")'],
])('moves %s', (before, after) => {
  expect(rewrite(before)).toBe(after);
});
