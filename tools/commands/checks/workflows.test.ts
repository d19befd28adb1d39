// Runs the steps of the release workflows with recording stubs of `gh` and `npm`, and their arguments with the real release CLI.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  with?: Record<string, string>;
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
  concurrency: { group: string };
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
const action = parse(template['.github/actions/release/action.yml'] ?? '') as { runs: Job };
const getScripts = (text: string) => (JSON.parse(text) as { scripts: object }).scripts;

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
      RUNNER_TEMP: folder,
      GITHUB_SHA: 'abc',
      GITHUB_REF_NAME: 'v1',
    },
  });
  return JSON.parse(readFileSync(path.join(folder, `${program}.args`), 'utf8')) as string[];
}

/** Runs the release CLI with the arguments of an `npm run`. Returns its JSON. */
async function publish(args: string[], number: number): Promise<Record<string, unknown>> {
  const words = args
    .slice(args.indexOf('--') + 1)
    .flatMap((word, index, all) =>
      word === '--summary' || all[index - 1] === '--summary' ? [] : [word],
    );
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

const answer = { name: 'mf-booking', url: 'https://carry.example/booking/1?preview=x' };
type Target = 'preview' | 'canary' | 'live';
const targets: Record<Target, string> = {
  preview: 'preview pr-42',
  canary: 'canary 10',
  live: 'live',
};

/** Runs the action of a team's repository. Returns the arguments of the last npm. */
function runAction(target: Target, { succeeds = true } = {}): string[] {
  const script = template['release.sh'] ?? '';
  writeFileSync(path.join(folder, 'release.sh'), succeeds ? script : `${script}exit 1\n`);
  writeFileSync(path.join(folder, 'release.md'), 'the result\n');
  writeFileSync(
    path.join(folder, 'answer.json'),
    JSON.stringify(target === 'preview' ? answer : {}),
  );
  let failed = false;
  for (const { if: condition, run = '' } of action.runs.steps)
    if (run && (!failed || condition === 'always()'))
      try {
        execFileSync('sh', ['-e', '-c', run], {
          stdio: ['ignore', 'pipe', 'inherit'],
          cwd: folder,
          env: {
            PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
            TARGET: targets[target],
            NUMBER: target === 'preview' ? '42' : '',
            GITHUB_REPOSITORY: 'team/help',
            GITHUB_STEP_SUMMARY: 'summary.md',
            GITHUB_OUTPUT: 'output.txt',
          },
        });
      } catch {
        failed = true;
      }
  expect(failed).toBe(!succeeds);
  return JSON.parse(readFileSync(path.join(folder, 'npm.args'), 'utf8')) as string[];
}

test.each<[string, string[], object, (target: Target) => string[]]>([
  [
    'of this repository',
    (ours.jobs['publish'] as Job).steps.map(({ run = '' }) => run),
    getScripts(read('package.json')),
    (target) => runStep(ours.jobs['publish'] as Job, target, target === 'preview' ? answer : {}),
  ],
  [
    'of a team',
    [template['release.sh'] ?? ''],
    getScripts(template['package.json'] ?? ''),
    runAction,
  ],
])(
  'the workflow %s publishes a preview, a canary and a live release',
  async (_, texts, scripts, run) => {
    const first = await release(store, build());
    for (const text of texts)
      for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(name);

    const args = run('preview');
    expect(args).toContain('-s'); // keeps npm's output out of the JSON
    expect(await publish(args, 2)).toMatchObject({
      name: 'mf-booking',
      channel: 'pr-42',
      url: expect.stringContaining('?preview=mf-booking@pr-42.'),
      live: false,
    });
    const canary = await publish(run('canary'), 2);
    expect((await readLive(store)).remotes['mf-booking']).toMatchObject({
      version: first.version,
      canary: { version: canary['version'], percent: 10 },
    });
    const live = await publish(run('live'), 2);
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(live['version']);

    // a merge without changes to the remote succeeds
    expect(await publish(run('canary'), 2)).toMatchObject({ outcome: 'unchanged' });
    expect(await publish(run('live'), 2)).toMatchObject({ outcome: 'unchanged' });
    expect(await publish(run('preview'), 2)).toMatchObject({ live: true });
  },
);

test('the packages workflow publishes only after pending changesets are versioned', () => {
  const text = read('.github/workflows/packages.yml');
  const { permissions, jobs } = parse(text) as Workflow;
  const publishing = jobs['publish'] as Job;
  expect(permissions).toEqual({ contents: 'read' });
  expect(publishing.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  const { env } = publishing.steps.find(({ name }) => name === 'publish') ?? {};
  expect(env?.['NPM_CONFIG_PROVENANCE']).toMatch(/ vars\.CARRY_PROVENANCE == 'true' /);
  for (const { steps } of Object.values(jobs))
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  writeFileSync(path.join(folder, 'npm.args'), '[]');
  mkdirSync(path.join(folder, '.changeset'));
  expect(runStep(publishing, 'publish', {})).toEqual(['run', 'packages', '--', 'publish']);
  writeFileSync(path.join(folder, 'npm.args'), '[]');
  writeFileSync(path.join(folder, '.changeset/pending.md'), '');
  expect(runStep(publishing, 'publish', {})).toEqual([]);
});

test('packages with provenance are public and name their repository', () => {
  const { jobs } = parse(read('.github/workflows/packages.yml')) as Workflow;
  const step = jobs['publish']?.steps.find(({ name }) => name === 'publish');
  expect(step?.env?.['NPM_CONFIG_ACCESS']).toMatch(
    / vars\.CARRY_PROVENANCE == 'true' && 'public' \|\| 'restricted' /,
  );
  const packages = ['packages/contracts', 'shared-ui'];
  for (const name of ['.', ...packages]) {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'answer.json'), '');
  }
  execFileSync('bash', ['--norc', '-e', '-c', step?.run ?? 'false'], {
    cwd: folder,
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
      NPM_CONFIG_PROVENANCE: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'owner/site',
    },
  });
  const set = ['pkg', 'set', 'repository=git+https://github.com/owner/site.git'];
  for (const name of packages)
    expect(JSON.parse(readFileSync(path.join(folder, name, 'npm.args'), 'utf8'))).toEqual(set);
  for (const library of [...packages, 'packages/releases', 'packages/remote-kit'])
    expect(JSON.parse(read(`${library}/package.json`))).not.toHaveProperty('publishConfig.access');
});

test('changesets version every package of @carry and no other', () => {
  const manifests = execFileSync(
    'git',
    ['ls-files', 'package.json', '*/package.json', 'pnpm-workspace.yaml', '.changeset/config.json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter((file) => !file.includes('/template/') && !file.includes('/fixtures/'));
  for (const file of manifests) cpSync(path.join(root, file), path.join(folder, file));
  const versions = () =>
    manifests
      .filter((file) => path.basename(file) === 'package.json')
      .map(
        (file) =>
          JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
            name: string;
            version: string;
          },
      )
      .map(({ name, version }) => [name, version] as const);
  const before = new Map(versions());
  const published = [...before.keys()].filter((name) => name.startsWith('@carry/'));
  const lines = published.map((name) => `"${name}": minor`).join('\n');
  writeFileSync(path.join(folder, '.changeset/all.md'), `---\n${lines}\n---\n\nA change.\n`);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync(path.join(root, 'node_modules/.bin/changeset'), ['version'], { cwd: folder });
  const changed = versions().filter(([name, version]) => version !== before.get(name));
  expect(changed.map(([name]) => name).sort()).toEqual(published.sort());
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
    expect(key).toBe(`RELEASES_KEY_${remote.toUpperCase().replaceAll('-', '_')}`);
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
  ['of this repository', ours.jobs['publish']],
  ['of a team', team.jobs['release']],
])('the workflow %s publishes the commit of the pull request', (_, job) => {
  const [checkout] = job?.steps ?? [];
  expect(checkout?.uses).toMatch(/^actions\/checkout@/);
  expect(checkout?.with?.['ref']).toMatch(
    /^\$\{\{ github\.event\.pull_request\.head\.sha \|\| github\.sha \}\}$/,
  );
});

test('pipelines publish one after the other, and pushes cancel no tag', () => {
  const group =
    /^release-\$\{\{ startsWith\(github\.ref, 'refs\/tags\/'\) && 'tags' \|\| github\.ref }}$/;
  for (const { concurrency } of [ours, team]) expect(concurrency.group).toMatch(group);
  const { canary, live } = parse(template['.gitlab-ci.yml'] ?? '') as Record<string, object>;
  expect(canary).toMatchObject({ resource_group: 'release', environment: 'canary' });
  expect(live).toMatchObject({ resource_group: 'release', environment: 'production' });
});

test("a team's workflow reports its result and smoke-tests the preview", () => {
  runAction('preview');
  const readText = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect(readText('summary.md')).toBe('the result\n');
  expect(readText('output.txt')).toBe(`url=${answer.url}\n`);
  runAction('live');
  expect(readText('output.txt')).toBe(`url=${answer.url}\nurl=\n`);
  expect(team.permissions['checks']).toBe('write');
  const { env } = action.runs.steps.find(({ id }) => id === 'release') ?? {};
  expect(env?.['GITHUB_TOKEN']).toMatch(/^\$\{\{ github\.token \}\}$/);
  const { steps } = team.jobs['release'] as Job;
  expect(steps.find(({ id }) => id === 'release')?.uses).toBe('./.github/actions/release');
  const smoke = steps.find(({ name }) => name === 'smoke');
  expect(smoke?.env?.['SITE']).toMatch(/^\$\{\{ steps\.release\.outputs\.url \}\}$/);
  expect(smoke?.run).toContain('npm run smoke');
  // most visits do not get a canary, so its journey would run on the live release
  expect(smoke?.if).toBe("github.ref != 'refs/heads/main'");
});

test("a team's workflow reports a refused release, too", () => {
  const readText = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  runAction('preview', { succeeds: false });
  expect(readText('summary.md')).toBe('the result\n');
  expect(JSON.parse(readText('gh.args'))).toContain('body=@-');
  writeFileSync(path.join(folder, 'bin/gh'), '#!/bin/sh\nexit 1\n');
  runAction('preview'); // without the permission to comment, the release is as good
});

test.each([
  ['', 'repos/team/help/issues/42/comments'],
  ['7', '--method PATCH repos/team/help/issues/comments/7'],
])("a team's workflow writes one comment of its own: '%s'", (id, address) => {
  const stub = `#!/bin/sh
case "$*" in
  *startswith*) echo "$*" > search.args; echo '${id}' ;;
  *) echo "$*" > gh.args; cat > comment.md ;;
esac
`;
  writeFileSync(path.join(folder, 'bin/gh'), stub);
  runAction('preview');
  const readText = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const mark = '<!-- carry-release mf-booking -->';
  expect(readText('search.args')).toContain(
    `.[] | select(.user.type == "Bot" and (.body | startswith("${mark}"))).id`,
  );
  expect(readText('gh.args')).toContain(`api ${address} `);
  expect(readText('comment.md')).toBe(`${mark}\nthe result\n`);
});

test('the comment lists changed previews', () => {
  const comment = ours.jobs['comment'] as Job;
  const publishing = ours.jobs['publish'] as Job;
  runStep(publishing, 'preview', { ...answer, live: true });
  const body = () => runStep(comment, 'comment', {}, 'gh').at(-1);
  const start = 'body=<!-- carry-previews -->\nPreviews:\n';
  expect(body()).toBe(`${start}- no changes for visitors`);
  runStep(publishing, 'preview', { ...answer, live: false });
  writeFileSync(path.join(folder, 'links/mf-account'), '\n');
  expect(body()).toBe(`${start}- mf-booking: ${answer.url}`);
  writeFileSync(
    path.join(folder, 'bin/gh'),
    '#!/bin/sh\ncase "$*" in *startswith*) echo "$*" > search.args; echo 7 ;; *) echo "[\\"$4\\"]" > gh.args ;; esac\n',
  );
  expect(body()).toMatch(/\/issues\/comments\/7$/);
  expect(readFileSync(path.join(folder, 'search.args'), 'utf8')).toContain(
    '.[] | select(.user.type == "Bot" and (.body | startswith("<!-- carry-previews -->"))).id',
  );
});
