import type { ConsoleChange, RemoteDetails, SiteHealth } from '@carry/contracts/console';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { Remote } from './remote';

afterEach(closePages);

const NEXT = '1.3.0-next';
const rollout = {
  step: 0,
  steps: [5, 25].map((percent) => ({ percent, minutes: 30, views: 500 })),
};
const rolling = { canary: { version: NEXT, percent: 5, takenBack: false, rollout } };
const lock = { who: 'kim', at: '2026-11-27T08:00:00Z', why: 'the final' };
const quarantined = {
  releases: remoteDetails().releases.map((release) =>
    release.version === NEXT
      ? { ...release, quarantine: { ...lock, why: 'LCP is high' } }
      : release,
  ),
};

const unavailable = { unavailable: 'No numbers: no site.' };

const open = (more: Partial<RemoteDetails> = {}, health: SiteHealth = unavailable) => {
  return openPage(<Remote />, {
    path: '/remotes/:name',
    at: '/remotes/mf-booking',
    documents: {
      '/remotes/mf-booking': remoteDetails(more),
      '/overview': { revision: 1, remotes: [], health },
      '/day': unavailable,
    },
  });
};

interface Case {
  state?: Partial<RemoteDetails>;
  button: string;
  fields?: Record<string, string>;
  confirm: string;
  change: Partial<ConsoleChange>;
}

const fields = {
  'Shares in percent': '10, 50 100',
  'Minimum minutes per step': '5',
  'Minimum page views per step': '70',
  'Later steps': 'yes',
};

test.each<[string, Case]>([
  [
    'promotes a stored release',
    {
      button: `Make live: ${NEXT}`,
      confirm: 'Make it live',
      change: { action: 'promote', version: NEXT, canary: null },
    },
  ],
  [
    'rolls back to an earlier release',
    {
      button: 'Roll back: 1.1.0-before',
      confirm: 'Roll back',
      change: { action: 'rollback', version: '1.1.0-before' },
    },
  ],
  [
    'starts a canary',
    {
      button: `Canary: ${NEXT}`,
      fields: { 'Share of the visitors': '20' },
      confirm: 'Start',
      change: { action: 'canary', version: NEXT, percent: 20, canary: null },
    },
  ],
  [
    'starts a rollout',
    {
      button: `Rollout: ${NEXT}`,
      fields,
      confirm: 'Start',
      change: {
        ...{ action: 'rollout', version: NEXT, approve: true, canary: null },
        ...{ steps: [10, 50, 100], minutes: 5, views: 70 },
      },
    },
  ],
  [
    'starts a rollout by the default plan',
    {
      button: `Rollout: ${NEXT}`,
      confirm: 'Start',
      change: {
        ...{ action: 'rollout', version: NEXT, approve: false, canary: null },
        ...{ steps: [5, 25, 50, 100], minutes: 30 },
      },
    },
  ],
  [
    'pauses a rollout',
    {
      state: rolling,
      button: 'Pause',
      confirm: 'Pause',
      change: { action: 'pause', version: NEXT },
    },
  ],
  [
    'aborts a rollout',
    {
      state: rolling,
      button: 'Abort',
      confirm: 'Abort it',
      change: { action: 'abort', version: NEXT },
    },
  ],
  [
    'raises a rollout from the step on the screen',
    {
      state: rolling,
      button: 'Next step',
      confirm: 'Raise it',
      change: { action: 'approve', version: NEXT, step: 0 },
    },
  ],
  ['locks a remote', { button: 'Lock', confirm: 'Lock', change: { action: 'lock' } }],
  [
    'unlocks a remote',
    { state: { lock }, button: 'Unlock', confirm: 'Unlock', change: { action: 'unlock' } },
  ],
  [
    'lifts a quarantine',
    {
      state: quarantined,
      button: `Lift quarantine: ${NEXT}`,
      confirm: 'Lift',
      change: { action: 'lift', version: NEXT },
    },
  ],
])('%s with a reason', async (_, { state, button, fields = {}, confirm, change }) => {
  const { element, press, fill, sent } = await open(state);
  await press(button);
  for (const [label, value] of Object.entries(fields)) await fill(label, value);
  await fill('Reason', 'as planned');
  expect(sent).toEqual([]);
  await press(confirm);
  const about = { remote: 'mf-booking', expected: '1.2.0-live', why: 'as planned' };
  expect(sent).toEqual([
    { path: '/changes', csrf: 'token of the session', body: { ...about, ...change } },
  ]);
  expect(element.querySelector('dialog')).toBeNull();
  expect(element.textContent).toContain('It is done.');
});

const withAll = { canary: { version: NEXT, percent: 100, takenBack: false } };

test.each([
  ['a rollout runs', rolling],
  ['a canary has all visitors', withAll],
])('offers no other release while %s', async (_, state) => {
  const { element } = await open(state);
  const offered = [...element.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel);
  expect(offered).toContain(`Make live: ${NEXT}`);
  expect(offered.filter((label) => label?.startsWith('Roll back'))).toEqual([]);
  expect(element.textContent).toContain('No other release can go live until you make it live');
});

test('offers a rollback beside a small canary', async () => {
  const { element } = await open({ canary: { version: NEXT, percent: 10, takenBack: false } });
  expect(element.querySelector('[aria-label="Roll back: 1.1.0-before"]')).not.toBeNull();
  expect(element.textContent).not.toContain('No other release can go live');
});

test('sends no lock without a reason', async () => {
  const { element, press, sent } = await open();
  await press('Lock');
  await press('Lock');
  expect(sent).toEqual([]);
  expect(element.querySelector('dialog')).not.toBeNull();
});

test('sends nothing after Cancel', async () => {
  const { element, press, sent } = await open();
  await press(`Make live: ${NEXT}`);
  await press('Cancel');
  expect(sent).toEqual([]);
  expect(element.querySelector('dialog')).toBeNull();
});

test('shows how many visitors left each release early', async () => {
  const counts = { used: 100, failed: 1, rendered: 9, renderFailed: 0, renderMs: 12, vitals: {} };
  const release = { remote: 'mf-booking', version: NEXT, ...counts };
  const { element } = await open(rolling, {
    uptimeSeconds: 60,
    releases: [{ ...release, abandonment: { opened: 80, left: 6 } }],
  });
  const cells = [...element.querySelectorAll('[data-title="Left early"]')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['–', '7.5 %']);
});

test('loads its documents again for new numbers', async () => {
  const { reads, announce } = await open();
  reads.splice(0);
  await announce('numbers');
  expect(reads.sort()).toEqual(['/day', '/overview', '/remotes/mf-booking']);
});

test('names the keys of all authors', async () => {
  const key = 'key 1a2b';
  const entry = { at: lock.at, who: key, action: 'lock', from: null, to: null, why: 'x' } as const;
  const [first, ...others] = remoteDetails().releases;
  const page = await open({
    lock: { ...lock, who: key },
    changes: [{ ...entry, remote: 'mf-booking' }],
    refusals: [{ at: lock.at, version: null, commit: 'abc', who: key, why: 'slow', checks: [] }],
    releases: [
      ...(first ? [{ ...first, liveSince: lock.at, by: key, signedBy: key }] : []),
      ...others,
    ],
  });
  await page.press('Unlock');
  expect(page.element.textContent?.match(/the team of mf-booking/g)).toHaveLength(6);
  expect(page.element.textContent).not.toContain(key);
  expect(page.element.querySelector('[title^="the team of mf-booking: "]')).not.toBeNull();
});
