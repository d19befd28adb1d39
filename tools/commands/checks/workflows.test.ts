// The workflows that publish, of this repository and of a team's own, run here step by step: with a `gh` that only says what it was
// asked, and an `npm` that hands the words on to the real release commands.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillTemplate } from '@carry/create-remote';
import { DirectoryStore, readLive } from '@carry/releases';
import { runReleases } from '@carry/releases/cli';
import { build, release } from '@carry/releases/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from 'workspace';
import { readSiteFile } from 'workspace/site';
import { parse } from 'yaml';

interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Job {
  if?: string;
  needs?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: { include: { remote: string; key: string }[] } };
  env?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const own = parse(read('.github/workflows/release.yml')) as Workflow;
const about = { name: 'mf-booking', path: '/booking', site: 'https://a.example', releases: 'x' };
const template = fillTemplate(path.join(root, 'packages/create-remote/template'), ['repository'], about);
const team = parse(template['.github/workflows/release.yml'] ?? '') as Workflow;
const scriptsOf = (text: string) => (JSON.parse(text) as { scripts: object }).scripts;

let folder: string;
let store: DirectoryStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-workflow-'));
  mkdirSync(path.join(folder, 'bin'));
  store = new DirectoryStore(path.join(folder, 'store'));
  const record = 'node -e "console.log(JSON.stringify(process.argv.slice(1)))" --';
  for (const [name, answer] of [
    ['npm', 'cat answer.json'],
    ['gh', 'true'],
  ] as const) {
    const file = path.join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${record} "$@" > ${name}.asked\n${answer}\n`);
    chmodSync(file, 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script of a step as the pipeline's shell would; answers what it asked of a program. */
function runStep({ steps }: Job, name: string, answer: unknown, program: 'npm' | 'gh' = 'npm') {
  const step = steps.find((one) => one.name === name);
  writeFileSync(path.join(folder, 'answer.json'), JSON.stringify(answer));
  execFileSync('bash', ['--norc', '-e', '-c', step?.run ?? 'false'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: folder,
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
      REMOTE: 'mf-booking',
      NUMBER: '42',
      GITHUB_SHA: 'abc',
      GITHUB_REF_NAME: 'v1',
    },
  });
  return JSON.parse(readFileSync(path.join(folder, `${program}.asked`), 'utf8')) as string[];
}

/** What the real commands answer to the words that an `npm run` was given. */
async function publish(asked: string[], number: number): Promise<Record<string, unknown>> {
  const words = asked.slice(asked.indexOf('--') + 1);
  const script = asked[asked.indexOf('--') - 1];
  const out: string[] = [];
  const code = await runReleases(
    [
      ...(script === 'publish' ? ['publish', 'mf-booking'] : []),
      ...words.filter((word) => word !== '--json'),
      ...['--json', '--store', store.name],
    ],
    {
      defaultStore: '',
      siteUrl: 'https://carry.example',
      previewSecret: 'secret',
      publish: async (_, { store: given, why, target }) =>
        release(given, build({ web: { 'more.0123456789.js': `'number ${number}'` } }), {
          why,
          target,
        }),
    },
    { out: (text) => void out.push(text), err: (text) => void out.push(text), screen: null },
  );
  expect(code, out.join('\n')).toBe(0);
  return JSON.parse(out.join('')) as Record<string, unknown>;
}

test.each<[string, Job, object]>([
  ['of this repository', own.jobs['publish'] as Job, scriptsOf(read('package.json'))],
  ['of a team', team.jobs['release'] as Job, scriptsOf(template['package.json'] ?? '')],
])(
  'the workflow %s: a preview, a canary at merge, live at a tag, with commands and flags that are there',
  async (_, job, scripts) => {
    const first = await release(store, build());
    for (const { run = '' } of job.steps)
      for (const [, name = ''] of run.matchAll(/npm run (?:-s )?([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(name);
    const answer = { name: 'mf-booking', url: 'https://carry.example/booking/1?preview=x' };

    const asked = runStep(job, 'preview', answer);
    expect(asked).toContain('-s'); // npm's own lines would spoil the document
    expect(await publish(asked, 2)).toMatchObject({
      name: 'mf-booking',
      channel: 'pr-42',
      url: expect.stringContaining('?preview=mf-booking@pr-42.'),
      live: false,
    });
    const canary = await publish(runStep(job, 'canary', {}), 2);
    expect((await readLive(store)).remotes['mf-booking']).toMatchObject({
      version: first.version,
      canary: { version: canary['version'], percent: 10 },
    });
    const live = await publish(runStep(job, 'live', {}), 2);
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(live['version']);

    // a merge that changes nothing of the remote is no failure, and its preview says so
    expect(await publish(runStep(job, 'canary', {}), 2)).toMatchObject({ outcome: 'unchanged' });
    expect(await publish(runStep(job, 'live', {}), 2)).toMatchObject({ outcome: 'unchanged' });
    expect(await publish(runStep(job, 'preview', answer), 2)).toMatchObject({ live: true });
  },
);

test('the nightly run has the engines without which tests are skipped, and ends where one does not answer', () => {
  const { steps } = (parse(read('.github/workflows/nightly.yml')) as Workflow).jobs['full'] as Job;
  const names = steps.map(({ name, run }) => name ?? run ?? '');
  expect(names.indexOf('engines')).toBeLessThan(names.indexOf('npm run test:full'));
  const engines = steps.find(({ name }) => name === 'engines')?.run ?? '';
  for (const [engine, question] of [
    ['postgresql', 'pg_isready'],
    ['redis-server', 'redis-cli ping'],
    ['nginx', 'nginx -v'],
  ] as const) {
    expect(engines).toMatch(new RegExp(`apt-get install.* ${engine}\\b`));
    expect(engines).toContain(`\n${question}`);
  }
  expect(engines).toMatch(/^echo "TEST_DATABASE_URL=postgres:.*>> "\$GITHUB_ENV"$/m);
});

test('the workflow of the packages: versions first, then what the registry lacks, with commands that there are and no host in it', () => {
  const text = read('.github/workflows/packages.yml');
  const { permissions, jobs } = parse(text) as Workflow;
  const { version, publish } = jobs as Record<'version' | 'publish', Job>;
  expect(permissions).toEqual({ contents: 'read' });
  expect(publish.permissions).toBeUndefined();
  expect(text).not.toMatch(/https?:|\.(com|org|dev)\b(?!")/);
  const scripts = Object.keys(scriptsOf(read('package.json')));
  for (const { steps, if: when } of [version, publish]) {
    expect(when).toBe("vars.CARRY_REGISTRY != ''");
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const [, name = ''] of steps.flatMap(({ run = '' }) => [
      ...run.matchAll(/npm run ([\w:-]+)/g),
    ]))
      expect(scripts).toContain(name);
  }
  writeFileSync(path.join(folder, 'npm.asked'), '[]');
  mkdirSync(path.join(folder, '.changeset'));
  expect(runStep(publish, 'publish', {})).toEqual(['run', 'packages', '--', 'publish']);
  writeFileSync(path.join(folder, 'npm.asked'), '[]');
  writeFileSync(path.join(folder, '.changeset/news.md'), '');
  expect(runStep(publish, 'publish', {})).toEqual([]); // their versions come first
});

test('the workflow of this repository: every remote by a key of its own, nothing of a fork, and no job may do more than it does', () => {
  const { check, publish: job, comment } = own.jobs as Record<'check' | 'publish' | 'comment', Job>;
  const rows = job.strategy?.matrix.include ?? [];
  expect(rows.map(({ remote }) => remote)).toEqual(Object.keys(readSiteFile().owners).sort());
  for (const { remote, key } of rows)
    expect(key).toBe(`RELEASES_KEY_${remote.toUpperCase().replace('-', '_')}`);
  for (const { name, env } of job.steps.filter(({ run }) => run?.includes('publish')))
    expect(env?.['RELEASES_KEY'], name).toMatch(/^\$\{\{ secrets\[matrix\.key\] \}\}$/);
  expect(check.if).toContain('head.repo.full_name == github.repository');
  expect([job.needs, comment.needs]).toEqual(['check', 'publish']);
  expect([own.permissions, job.permissions, comment.permissions]).toEqual([
    { contents: 'read' },
    { contents: 'read', 'id-token': 'write' },
    { 'pull-requests': 'write' },
  ]);
  // what a pull request names itself stands in no script
  for (const { run = '' } of [...job.steps, ...comment.steps]) expect(run).not.toContain('${{');
});

test.each([
  ['a preview, by its link', true, 'https://carry.example/booking/1?preview=x'],
  ['the live site of package.json', false, ''],
])('the workflow of a team looks at %s', (_, preview, site) => {
  const smoke = team.jobs['release'] as Job;
  for (const [name, answer] of [
    ['npm', 'echo "$SITE" > site.asked'],
    ['npx', 'true'],
  ] as const) {
    writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\n${answer}\n`);
    chmodSync(path.join(folder, 'bin', name), 0o755);
  }
  writeFileSync(path.join(folder, 'npm.asked'), '[]');
  if (preview) writeFileSync(path.join(folder, 'preview.json'), JSON.stringify({ url: site }));
  runStep(smoke, 'smoke', {});
  expect(readFileSync(path.join(folder, 'site.asked'), 'utf8').trim()).toBe(site);
});

test('the comment names the previews that differ from what is live, and says so where none does', () => {
  const comment = own.jobs['comment'] as Job;
  const publishing = own.jobs['publish'] as Job;
  const answer = { name: 'mf-booking', url: 'https://carry.example/?preview=x' };
  runStep(publishing, 'preview', { ...answer, live: true });
  const words = (name: string) => runStep(comment, 'comment', {}, 'gh').at(-1) ?? name;
  expect(words('none')).toBe('Previews:\n- nothing that visitors get is changed');
  runStep(publishing, 'preview', { ...answer, live: false });
  writeFileSync(path.join(folder, 'links/mf-account'), '\n');
  expect(words('one')).toBe(`Previews:\n- mf-booking: ${answer.url}`);
  expect(runStep(team.jobs['release'] as Job, 'preview', answer, 'gh')).toEqual([
    ...['pr', 'comment', '42', '--edit-last', '--create-if-none'],
    ...['--body', `Preview: ${answer.url}`],
  ]);
});
