import type { ReadEntry, RemoteDetails, SiteHealth } from '@carry/contracts/console';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { CanaryCard } from './canary-card';

afterEach(closePages);

const rollout = {
  step: 0,
  steps: [5, 25].map((percent) => ({ percent, minutes: 30, views: 500 })),
};
const freeze = { from: '2026-11-27T08:00:00Z', until: '2026-12-05T08:00:00Z', why: 'finals' };

async function show(
  more: Partial<RemoteDetails>,
  paused = false,
  health: SiteHealth | null = null,
) {
  const canary = { version: '1.3.0-next', percent: 5, takenBack: false };
  const remote = remoteDetails({
    canary: { ...canary, rollout: { ...rollout, ...(paused && { paused }) } },
    ...more,
  });
  const { element } = await openPage(<CanaryCard remote={remote} mayChange health={health} />, {
    documents: {},
  });
  const buttons = [...element.querySelectorAll('button')].map(({ textContent }) => textContent);
  return { text: element.textContent, buttons };
}

test('names who paused a rollout and why', async () => {
  const entry = { at: '2026-11-27T08:00:00Z', who: 'kim', remote: 'mf-booking' };
  const version = { from: null, to: '1.3.0-next' };
  const changes: ReadEntry[] = [
    { ...entry, ...version, action: 'rollout-pause', why: 'Payments are slow' },
    { ...entry, ...version, action: 'rollout-pause', who: 'sam', why: 'An earlier pause' },
  ];
  expect((await show({ changes }, true)).text).toContain('Paused by kim: Payments are slow');
  expect((await show({ changes })).text).not.toContain('Paused by');
});

test('offers another share and a rollout of a canary', async () => {
  const canary = { version: '1.3.0-next', percent: 25, takenBack: false };
  const remote = remoteDetails({ canary });
  const page = await openPage(<CanaryCard remote={remote} mayChange health={null} />, {
    documents: {},
  });
  const { element } = page;
  expect([...element.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    'Change share',
    'Turn into a rollout',
    'End the canary',
  ]);
  await page.press('Turn into a rollout');
  expect(page.field('Shares in percent').value).toBe('25, 50, 100');
  await page.press('Start');
  expect(page.sent.at(-1)?.body).toMatchObject({
    ...{ action: 'rollout', version: '1.3.0-next', steps: [25, 50, 100] },
    ...{ expected: remote.live?.version, canary: '1.3.0-next (25 %)' },
  });
});

test('offers no rollout of a canary for all visitors', async () => {
  const canary = { version: '1.3.0-next', percent: 100, takenBack: false };
  expect((await show({ canary })).buttons).toEqual(['Change share', 'End the canary']);
});

test.each([
  [95, false],
  [100, true],
])('at %i percent, says that speed is not judged: %s', async (percent, isSaid) => {
  const canary = { version: '1.3.0-next', percent, takenBack: false };
  expect((await show({ canary })).text.includes('judge its failures, not its speed')).toBe(isSaid);
});

test('names the next step', async () => {
  const { text, buttons } = await show({});
  expect(text).toContain('Step 1 of 2. Next: 25 % after 30 minutes and 500 page views.');
  expect(buttons).toEqual(['Pause', 'Next step', 'Abort']);
});

test('shows how far the step is', async () => {
  const about = { remote: 'mf-booking', version: '1.3.0-next' };
  const rollouts = [{ ...about, step: 0, minutes: 12, views: 120 }];
  const { text } = await show({}, false, { uptimeSeconds: 1, releases: [], rollouts });
  expect(text).toContain('So far: 120 of 500 views from different networks, 12 of 30 minutes.');
  const paused = await show({}, true, { uptimeSeconds: 1, releases: [], rollouts });
  expect(paused.text).not.toContain('So far');
  const older = await show({}, false, { uptimeSeconds: 1, releases: [] });
  expect(older.text).not.toContain('So far');
});

test('shows the end of a freeze instead of the next step', async () => {
  const { text, buttons } = await show({ freeze });
  expect(text).toMatch(/Step 1 of 2\. Frozen until \w+ 5, 2026, .+ \(finals\)\./);
  expect(text).not.toContain('Next:');
  expect(buttons).toEqual(['Pause', 'Abort']);
});

test('shows the reason of a hold instead of the next step', async () => {
  const { text } = await show({ hold: 'LCP is above 2 s' });
  expect(text).toContain('Step 1 of 2. Held.');
  expect(text).toContain('Held until you decide: LCP is above 2 s.');
  expect(text).not.toContain('Next:');
});

const atEnd = {
  ...{ version: '1.3.0-next', percent: 25, takenBack: false },
  rollout: { ...rollout, step: 1 },
};

test('offers no raise of a rollout held at its last step', async () => {
  const { text } = await show({ hold: 'LCP is above 2 s', canary: atEnd });
  expect(text).toContain('Step 2 of 2. Held.');
  expect(text).toContain('compare again, or make it live.');
});

test('shows the last step until sites announce its end', async () => {
  const about = { remote: 'mf-booking', version: '1.3.0-next' };
  const rollouts = [{ ...about, step: 1, minutes: 12, views: 120 }];
  const health = { uptimeSeconds: 1, releases: [], rollouts };
  const { text } = await show({ canary: atEnd }, false, health);
  expect(text).toContain('Step 2 of 2. 25 % for at least 30 minutes and 500 page views.');
  expect(text).toContain('So far: 120 of 500 views from different networks, 12 of 30 minutes.');
  const done = await show({ canary: atEnd, finished: true }, false, health);
  expect(done.text).toContain('Step 2 of 2. All steps are done; make it live.');
  expect(done.text).not.toContain('So far');
});

test('shows that the next step waits for approval', async () => {
  const { text, buttons } = await show({ waits: true });
  expect(text).toContain('Step 1 of 2. Waiting for approval of 25 %.');
  expect(buttons).toContain('Next step');
});

test('stays paused during a freeze', async () => {
  expect((await show({ freeze }, true)).text).toContain('Step 1 of 2. Paused.');
});
