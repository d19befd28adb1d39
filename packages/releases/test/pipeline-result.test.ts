// Tests of the result that `publish --summary` shows to reviewers in a pipeline.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bench, prepareBench, run } from './cli-bench';
import { GITHUB_TOKEN, GITLAB_TOKEN, HEAD, startGithub, startGitlab } from './pipeline-hosts';

prepareBench();
let closing: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closing) close();
  closing = [];
});

const summaryFile = () => path.join(bench.dist, 'release.md');
const publish = (...args: string[]) =>
  run('publish', 'mf-booking', ...args, '--summary', summaryFile(), '--json');
const preview = () => publish('--channel', 'pr-1');
const stubEnvironment = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
};

describe('on GitHub, a publish', () => {
  async function openGithub(more: Parameters<typeof startGithub>[0] = {}) {
    const github = await startGithub(more);
    closing.push(github.close);
    const event = path.join(bench.dist, 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { head: { sha: HEAD } } }));
    stubEnvironment({
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.url,
      GITHUB_TOKEN,
      GITHUB_REPOSITORY: 'team/mf-booking',
      GITHUB_SHA: 'b'.repeat(40), // the merge commit
      GITHUB_EVENT_PATH: event,
    });
    return github;
  }

  test("creates a check run on the pull request's commit", async () => {
    const { checkRuns } = await openGithub();
    const { code, out, err } = await preview();
    const { url } = JSON.parse(out) as { url: string };
    expect([code, err]).toEqual([0, expect.not.stringContaining('check run')]);
    expect(checkRuns).toEqual([
      {
        name: 'Carry: mf-booking',
        head_sha: HEAD,
        status: 'completed',
        conclusion: 'success',
        details_url: url,
        output: {
          title: 'Preview pr-1',
          summary: expect.stringContaining(`[Open the preview](${url})`),
          text: expect.stringMatching(/^Passed \d+ checks:/),
        },
      },
    ]);
    const { summary = '', text = '' } = checkRuns[0]?.output ?? {};
    expect(summary).toMatch(/\| `\/booking\/:id` \| \d+ B \|/);
    expect(readFileSync(summaryFile(), 'utf8')).toBe(summary + text);
  });

  test("links the remote's page for a canary and a live release", async () => {
    const { checkRuns } = await openGithub();
    stubEnvironment({ GITHUB_SHA: HEAD, GITHUB_EVENT_PATH: '' });
    await publish('--percent', '10');
    await publish();
    expect(checkRuns.map(({ details_url, output: { title } }) => [title, details_url])).toEqual([
      ['10 % of the visitors', expect.stringMatching(/^https:\/\/carry\.example\/booking/)],
      ['Live', expect.stringMatching(/^https:\/\/carry\.example\/booking/)],
    ]);
  });

  test('creates a failed check run with the reasons of a refusal', async () => {
    const { checkRuns } = await openGithub();
    const { code } = await run('publish', 'mf-account', '--summary', summaryFile());
    expect(code).toBe(1);
    expect(checkRuns).toMatchObject([
      {
        name: 'Carry: mf-account',
        conclusion: 'failure',
        output: {
          title: 'Not published',
          summary: '## mf-account: not published\n\n```text\nits page fails\nat x.js:1\n```\n',
        },
      },
    ]);
    expect(readFileSync(summaryFile(), 'utf8')).toContain('at x.js:1');
  });

  test('repeats a check run after server errors', async () => {
    const { checkRuns, failures, received } = await openGithub();
    failures.push(502, 503);
    expect(await preview()).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('no check'),
    });
    expect([checkRuns.length, received.length]).toEqual([1, 3]);
  });

  test.each([
    [403, 'give the job "permissions: checks: write"'],
    [422, 'GitHub does not know the commit'],
    [500, ''],
  ])('succeeds when GitHub answers %i, with the reason', async (status, advice) => {
    const { checkRuns, failures } = await openGithub({ mayWrite: status !== 403 });
    if (status === 422) stubEnvironment({ GITHUB_EVENT_PATH: '' });
    if (status === 500) failures.push(500, 500, 500);
    const { code, err } = await preview();
    const lines = err.split('\n').filter((line) => line.includes('check run'));
    expect([code, lines]).toEqual([
      0,
      [expect.stringContaining(`no check run (GitHub: status ${status})`)],
    ]);
    expect(lines[0]).toContain(advice);
    expect(err).not.toContain(GITHUB_TOKEN);
    expect(checkRuns).toEqual([]);
    expect(readFileSync(summaryFile(), 'utf8')).toContain('[Open the preview]');
  });

  test('keeps its text below the limit of a check run', async () => {
    const { checkRuns } = await openGithub();
    const long = `${'its page fails: ü'.repeat(10)}\n`.repeat(2000);
    bench.refusal = long;
    await run('publish', 'mf-account', '--summary', summaryFile());
    expect(checkRuns[0]?.output.summary).toMatch(/\n\(cut here: too long\)\n\n```\n$/);
  });

  test('sends nothing without a token', async () => {
    const { received } = await openGithub();
    vi.stubEnv('GITHUB_TOKEN', '');
    expect((await preview()).code).toBe(0);
    expect(received).toEqual([]);
  });
});

describe('on GitLab, a publish', () => {
  async function openGitlab() {
    const gitlab = await startGitlab();
    closing.push(gitlab.close);
    stubEnvironment({
      CI_API_V4_URL: `${gitlab.url}/api/v4`,
      CI_PROJECT_ID: '7',
      CI_MERGE_REQUEST_IID: '42',
      GITLAB_TOKEN,
    });
    return gitlab;
  }

  test('writes one note in the merge request and updates it', async () => {
    const { notes } = await openGitlab();
    notes.push({ id: 1, body: 'Please review.' });
    await preview();
    await run('publish', 'mf-account', '--summary', summaryFile());
    expect(notes.map(({ body }) => body.split('\n')[0])).toEqual([
      'Please review.',
      '<!-- carry-release mf-booking -->',
      '<!-- carry-release mf-account -->',
    ]);
    await publish('--channel', 'pr-2');
    expect(notes).toHaveLength(3);
    expect(notes[1]?.body).toContain('preview=mf-booking@pr-2.');
    expect(notes[1]?.body).toContain('Passed ');
  });

  test('succeeds when GitLab refuses the token, with the reason', async () => {
    const { notes } = await openGitlab();
    vi.stubEnv('GITLAB_TOKEN', 'expired');
    const { code, err } = await preview();
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(
        'no note (GitLab: status 401): GITLAB_TOKEN is wrong or has expired; the summary has the result',
      ),
    ]);
    expect(notes).toEqual([]);
  });
});

test('refuses a summary file that it cannot write, before it publishes', async () => {
  const { code, err } = await run('publish', 'mf-booking', '--summary', '/nowhere/release.md');
  expect([code, bench.built]).toEqual([2, 0]);
  expect(err).toContain('--summary cannot write /nowhere/release.md');
});
