// Runs the steps of the release workflows with recording stubs of `gh` and `npm`, and their arguments with the real release CLI.
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
const ours = parse(read('.github/workflows/release.yml')) as Workflow;
const options = { name: 'mf-booking', path: '/booking', site: 'https://a.example', releases: 'x' };
const template = fillTemplate(
  path.join(root, 'packages/create-remote/template'),
  ['repository'],
  options,
);
const team = parse(template['.github/workflows/release.yml'] ?? '') as Workflow;
const scriptsOf = (text: string) => (JSON.parse(text) as { scripts: object }).scripts;

let folder: string;
let store: DirectoryStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-workflow-'));
  mkdirSync(path.join(folder, 'bin'));
  store = new DirectoryStore(path.join(folder, 'store'));
  const record = 'node -e "console.log(JSON.stringify(process.argv.slice(1)))" --';
  for (const [name, output] of [
    ['npm', 'cat answer.json'],
    ['gh', 'true'],
  ] as const) {
    const file = path.join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${record} "$@" > ${name}.args\n${output}\n`);
    chmodSync(file, 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script of a step like the runner's shell. Returns the arguments of a stub. */
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
  return JSON.parse(readFileSync(path.join(folder, `${program}.args`), 'utf8')) as string[];
}

/** Runs the release CLI with the arguments of an `npm run`. Returns its JSON. */
async function publish(args: string[], number: number): Promise<Record<string, unknown>> {
  const words = args.slice(args.indexOf('--') + 1);
  const script = args[args.indexOf('--') - 1];
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
      publish: async (_, { store: destination, why, target }) =>
        release(destination, build({ web: { 'more.0123456789.js': `'number ${number}'` } }), {
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
  ['of this repository', ours.jobs['publish'] as Job, scriptsOf(read('package.json'))],
  ['of a team', team.jobs['release'] as Job, scriptsOf(template['package.json'] ?? '')],
])('the workflow %s publishes a preview, a canary and a live release', async (_, job, scripts) => {
  const first = await release(store, build());
  for (const { run = '' } of job.steps)
    for (const [, name = ''] of run.matchAll(/npm run (?:-s )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name);
  const answer = { name: 'mf-booking', url: 'https://carry.example/booking/1?preview=x' };

  const args = runStep(job, 'preview', answer);
  expect(args).toContain('-s'); // keeps npm's output out of the JSON
  expect(await publish(args, 2)).toMatchObject({
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

  // a merge without changes to the remote succeeds
  expect(await publish(runStep(job, 'canary', {}), 2)).toMatchObject({ outcome: 'unchanged' });
  expect(await publish(runStep(job, 'live', {}), 2)).toMatchObject({ outcome: 'unchanged' });
  expect(await publish(runStep(job, 'preview', answer), 2)).toMatchObject({ live: true });
});

test('the packages workflow publishes only after pending changesets are versioned', () => {
  const text = read('.github/workflows/packages.yml');
  const { permissions, jobs } = parse(text) as Workflow;
  const publishing = jobs['publish'] as Job;
  expect(permissions).toEqual({ contents: 'read' });
  expect(publishing.permissions).toBeUndefined();
  for (const { steps } of Object.values(jobs))
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  writeFileSync(path.join(folder, 'npm.args'), '[]');
  mkdirSync(path.join(folder, '.changeset'));
  expect(runStep(publishing, 'publish', {})).toEqual(['run', 'packages', '--', 'publish']);
  writeFileSync(path.join(folder, 'npm.args'), '[]');
  writeFileSync(path.join(folder, '.changeset/pending.md'), '');
  expect(runStep(publishing, 'publish', {})).toEqual([]);
});

test('each remote has its key, forks publish nothing, jobs have least privilege', () => {
  const {
    check,
    publish: job,
    comment,
  } = ours.jobs as Record<'check' | 'publish' | 'comment', Job>;
  const rows = job.strategy?.matrix.include ?? [];
  expect(rows.map(({ remote }) => remote)).toEqual(Object.keys(readSiteFile().owners).sort());
  for (const { remote, key } of rows)
    expect(key).toBe(`RELEASES_KEY_${remote.toUpperCase().replace('-', '_')}`);
  for (const { name, env } of job.steps.filter(({ run }) => run?.includes('publish')))
    expect(env?.['RELEASES_KEY'], name).toMatch(/^\$\{\{ secrets\[matrix\.key\] \}\}$/);
  expect(check.if).toContain('head.repo.full_name == github.repository');
  expect([job.needs, comment.needs]).toEqual(['check', 'publish']);
  expect([ours.permissions, job.permissions, comment.permissions]).toEqual([
    { contents: 'read' },
    { contents: 'read', 'id-token': 'write' },
    { 'pull-requests': 'write' },
  ]);
  // no expressions in scripts: pull request data could inject commands
  for (const { run = '' } of [...job.steps, ...comment.steps]) expect(run).not.toContain('${{');
});

test.each([
  ['a preview link', true, 'https://carry.example/booking/1?preview=x'],
  ['the live site', false, ''],
])("a team's workflow smoke-tests %s", (_, preview, site) => {
  const smoke = team.jobs['release'] as Job;
  for (const [name, script] of [
    ['npm', 'echo "$SITE" > site.txt'],
    ['npx', 'true'],
  ] as const) {
    writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, 'bin', name), 0o755);
  }
  writeFileSync(path.join(folder, 'npm.args'), '[]');
  if (preview) writeFileSync(path.join(folder, 'preview.json'), JSON.stringify({ url: site }));
  runStep(smoke, 'smoke', {});
  expect(readFileSync(path.join(folder, 'site.txt'), 'utf8').trim()).toBe(site);
});

test('the comment lists changed previews', () => {
  const comment = ours.jobs['comment'] as Job;
  const publishing = ours.jobs['publish'] as Job;
  const answer = { name: 'mf-booking', url: 'https://carry.example/?preview=x' };
  runStep(publishing, 'preview', { ...answer, live: true });
  const body = () => runStep(comment, 'comment', {}, 'gh').at(-1);
  expect(body()).toBe('Previews:\n- no changes for visitors');
  runStep(publishing, 'preview', { ...answer, live: false });
  writeFileSync(path.join(folder, 'links/mf-account'), '\n');
  expect(body()).toBe(`Previews:\n- mf-booking: ${answer.url}`);
  expect(runStep(team.jobs['release'] as Job, 'preview', answer, 'gh')).toEqual([
    ...['pr', 'comment', '42', '--edit-last', '--create-if-none'],
    ...['--body', `Preview: ${answer.url}`],
  ]);
});
