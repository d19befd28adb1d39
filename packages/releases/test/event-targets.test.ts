import { afterEach, describe, expect, test } from 'vitest';
import { type CloudEvent, toCloudEvent } from '../src/events/cloud-event';
import { readTargets } from '../src/events/read-targets';
import { createCommitReader } from '../src/events/start-events';
import type { Target } from '../src/events/target';
import type { Store } from '../src/index';
import { type Received, startReceiver } from './receiver';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const [first, second] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb'];
const COMMIT = '5b5d93e8a0c4';
const SHA = `${COMMIT}0000000000000000000000000000`;

let closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing) close();
  closing = [];
});

async function receive(respond?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(respond);
  closing.push(receiver.close);
  return receiver;
}

const createEvent = (more: object = {}): CloudEvent =>
  toCloudEvent(
    {
      id: 'live-7-1',
      entry: {
        ...{ at: '2026-11-25T18:00:00.000Z', who: 'key 12ab', action: 'publish' as const },
        ...{ remote: 'mf-booking', from: first, to: second, why: 'new <!channel> *form*' },
        ...more,
      },
    },
    'https://carry.example',
  );

const createTargets = (
  env: Record<string, string>,
  commit: string | null = COMMIT,
  consoleUrl: string | null = null,
) => readTargets(env, { readCommit: async () => commit, consoleUrl });
const findTarget = (...about: Parameters<typeof createTargets>) =>
  createTargets(...about)[0] as Target;

test('the commit of a release is read again after a failed read', async () => {
  const read = createCommitReader({
    read: async () => Promise.reject(new Error('socket hang up')),
  } as Partial<Store> as Store);
  await expect(read('mf-booking', second)).rejects.toThrow('socket hang up');
});

describe('chat targets', () => {
  test('post a sentence to Slack, without mentions', async () => {
    const { url, received } = await receive();
    await findTarget({ EVENTS_URLS: `slack+${url}` }).send(createEvent());
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      text: `mf-booking ${second} is live, replacing ${first} (key 12ab: new &lt;!channel&gt; *form*)`,
    });
    expect(received[0]?.headers['webhook-signature']).toBeUndefined();
    await findTarget({ EVENTS_URLS: `slack+${url}` }).send(createEvent({ action: 'lift' }));
    expect(received[1]?.body).toContain(`The quarantine of mf-booking ${second} was lifted`);
  });

  test('post a sentence to Discord, without mentions', async () => {
    const { url, received } = await receive();
    await findTarget({ EVENTS_URLS: `discord+${url}` }).send(
      createEvent({ why: '@everyone *form*' }),
    );
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      content: expect.stringContaining('@everyone \\*form\\*'),
      allowed_mentions: { parse: [] },
    });
  });
});

describe('event settings', () => {
  test('recognize chat services by their addresses', () => {
    const labels = createTargets({
      EVENTS_URLS:
        'https://hooks.slack.com/services/T0/B0/x, https://discord.com/api/webhooks/1/x https://carry.example/hook',
      EVENTS_SECRET: SECRET,
    }).map(({ label }) => label);
    expect(labels).toEqual([
      expect.stringMatching(/^slack hooks\.slack\.com \(\w{4}\)$/),
      expect.stringMatching(/^discord discord\.com \(\w{4}\)$/),
      expect.stringMatching(/^webhook carry\.example \(\w{4}\)$/),
    ]);
  });

  test('name two channels of one host differently', () => {
    const hooks = ['A', 'B'].map((name) => `https://hooks.slack.com/services/${name}`);
    const labels = createTargets({ EVENTS_URLS: hooks.join(' ') }).map(({ label }) => label);
    expect(new Set(labels).size).toBe(2);
    expect(labels.join(' ')).not.toMatch(/services/);
  });

  test.each([
    [{ EVENTS_URLS: 'https://carry.example/hook' }, /EVENTS_SECRET is not set/],
    [{ EVENTS_URLS: 'carry.example' }, /EVENTS_URLS must be http/],
    [{ EVENTS_SECRET: 'short' }, /EVENTS_SECRET must be whsec_/],
    [{ EVENTS_GITHUB_REPOSITORY: 'carry/site' }, /set both/],
    [{ EVENTS_GITHUB_REPOSITORY: 'carry' }, /owner\/name/],
  ])('refuse %j', (env, message) => {
    expect(() => createTargets(env as Record<string, string>)).toThrow(message);
  });

  test('without an address have no target', () => {
    expect(createTargets({})).toEqual([]);
  });
});

/** A small GitHub with one commit. */
function fakeGithub(pulls: object[]) {
  const comments: { path: string; body: string }[] = [];
  const deployments: { id: number; sha: string; environment: string }[] = [];
  const statuses: object[] = [];
  const respond = ({ method, path, body }: Received) => {
    const url = new URL(path, 'http://github');
    if (url.pathname.endsWith(`/commits/${COMMIT}`)) return { status: 200, body: { sha: SHA } };
    if (url.pathname.endsWith(`/commits/${SHA}/pulls`)) return { status: 200, body: pulls };
    if (url.pathname.endsWith('/comments')) {
      comments.push({ path: url.pathname, ...(JSON.parse(body) as { body: string }) });
      return { status: 201, body: { id: 1 } };
    }
    if (url.pathname.includes('/commits/')) return 422;
    if (url.pathname.endsWith('/statuses')) {
      statuses.push({ path: url.pathname, ...(JSON.parse(body) as object) });
      return { status: 201, body: { id: 1 } };
    }
    if (method === 'POST') {
      const { ref, environment } = JSON.parse(body) as { ref: string; environment: string };
      deployments.push({ id: deployments.length + 1, sha: ref, environment });
      return { status: 201, body: { id: deployments.length } };
    }
    const [sha, environment] = ['sha', 'environment'].map((name) => url.searchParams.get(name));
    const found = deployments.filter((one) => one.sha === sha && one.environment === environment);
    return { status: 200, body: found };
  };
  return { deployments, statuses, comments, respond };
}

describe('GitHub deployments', () => {
  async function open(
    commit: string | null = COMMIT,
    pulls: object[] = [],
    consoleUrl: string | null = null,
  ) {
    const github = fakeGithub(pulls);
    const { url, received } = await receive(github.respond);
    const env = {
      EVENTS_GITHUB_REPOSITORY: 'carry/site',
      EVENTS_GITHUB_TOKEN: 'a token of sixteen',
      GITHUB_API_URL: url,
    };
    return { ...github, received, target: findTarget(env, commit, consoleUrl) };
  }

  test('follow a rollout with one deployment of its commit', async () => {
    const { target, deployments, statuses, received } = await open();
    await target.send(createEvent({ action: 'rollout', percent: 5 }));
    await target.send(createEvent({ action: 'rollout-step', percent: 100 }));
    await target.send(createEvent({ action: 'promote' }));
    expect(deployments).toEqual([{ id: 1, sha: SHA, environment: 'mf-booking' }]);
    expect(statuses).toMatchObject([
      { state: 'in_progress', environment_url: 'https://carry.example' },
      { state: 'in_progress' },
      { state: 'inactive' }, // of the live release before, which has the same commit here
      { state: 'success', path: '/hook/repos/carry/site/deployments/1/statuses' },
    ]);
    expect(received[0]?.headers.authorization).toBe('Bearer a token of sixteen');
  });

  test.each([
    ['rolled-back', ['failure', 'success']],
    ['canary-aborted', ['failure']],
    ['rollout-abort', ['inactive']],
    ['rollback', ['inactive', 'success']],
    ['promote', ['inactive', 'success']],
    ['retire', ['inactive']],
    ['lock', []],
  ])('show %s as %j', async (action, states) => {
    const { target, statuses } = await open();
    await target.send(createEvent({ action }));
    expect(statuses.map((status) => (status as { state: string }).state)).toEqual(states);
  });

  test.each([[null], ['000000000000']])('skip a release of the commit %s', async (commit) => {
    const { target, statuses } = await open(commit);
    await target.send(createEvent());
    expect(statuses).toEqual([]);
  });

  const noted = {
    ...{
      action: 'preview-note',
      who: 'reviewer Ada',
      why: 'Too small, @everyone\n```\n<b>',
      from: null,
    },
    note: { page: '/booking/1', element: '#book', viewport: { width: 360, height: 640 } },
    channel: 'pr-42',
  };
  const merged = { number: 6, state: 'closed' };

  test.each([
    ['an open pull request', [merged, { number: 7, state: 'open' }], 'issues/7'],
    ['a commit', [merged], `commits/${SHA}`],
  ])('have the note of a reviewer on %s', async (_, pulls, place) => {
    const { target, comments, statuses } = await open(COMMIT, pulls);
    await target.send(createEvent(noted));
    expect(statuses).toEqual([]);
    expect(comments).toEqual([
      { path: `/hook/repos/carry/site/${place}/comments`, body: expect.any(String) },
    ]);
    const [{ body } = { body: '' }] = comments;
    expect(body).toContain('````text\nToo small, @everyone\n```\n<b>\n````');
    expect(body).toContain(
      'page: https://carry.example/booking/1\nelement: #book\nwindow: 360 × 640\nfrom: reviewer Ada',
    );
  });

  test.each([
    [
      'https://releases.example/console',
      `[Picture of this page](https://releases.example/console/remotes/mf-booking/releases/${second}#0123456789abcdef.webp)`,
    ],
    [
      null,
      `The console (\`releases console\`) has a picture of this page, with the release \`${second}\`.`,
    ],
  ])('link the picture of a noted page to the console at %s', async (consoleUrl, words) => {
    const { target, comments } = await open(COMMIT, [], consoleUrl);
    await target.send(createEvent(noted));
    const picture = '0123456789abcdef.webp';
    await target.send(createEvent({ ...noted, note: { ...noted.note, picture } }));
    expect(comments[0]?.body).not.toMatch(/picture/i);
    expect(comments[1]?.body).toContain(words);
  });

  test('go to the repository that has the commit', async () => {
    const [monorepo, own] = [fakeGithub([]), fakeGithub([])];
    const { url } = await receive((request) => {
      if (request.path.includes('/carry/help/')) return own.respond(request);
      return request.path.includes('/commits/') ? 422 : monorepo.respond(request);
    });
    const targets = createTargets({
      EVENTS_GITHUB_REPOSITORY: 'carry/site, carry/help',
      EVENTS_GITHUB_TOKEN: 'a token of sixteen',
      GITHUB_API_URL: url,
    });
    expect(targets.map(({ label }) => label)).toEqual([
      expect.stringContaining('github carry/site ('),
      expect.stringContaining('github carry/help ('),
    ]);
    for (const target of targets) await target.send(createEvent());
    for (const target of targets) await target.send(createEvent(noted));
    expect([monorepo.statuses, monorepo.comments]).toEqual([[], []]);
    expect([own.statuses.length, own.comments.length]).toEqual([1, 1]);
  });

  test('fail for a repository that the token cannot read', async () => {
    const { url } = await receive(() => 404);
    const target = findTarget({
      EVENTS_GITHUB_REPOSITORY: 'carry/sight',
      EVENTS_GITHUB_TOKEN: 'a token of sixteen',
      GITHUB_API_URL: url,
    });
    await expect(target.send(createEvent())).rejects.toThrow(/404/);
  });

  test('skip the note on a release without a pushed commit', async () => {
    const { target, comments } = await open(null);
    await target.send(createEvent(noted));
    expect(comments).toEqual([]);
  });
});
