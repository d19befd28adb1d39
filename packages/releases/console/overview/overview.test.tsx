import type { RemoteOverview, SiteDay } from '@carry/contracts/console';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { Overview } from './overview';

afterEach(closePages);

const noDay = { unavailable: 'No numbers: no site.' };

const open = (more: Partial<RemoteOverview>, day: SiteDay | typeof noDay = noDay) =>
  openPage(<Overview />, {
    documents: {
      '/overview': {
        revision: 1,
        remotes: [remoteDetails(more)],
        health: { unavailable: 'No numbers: no site.' },
      },
      '/day': day,
    },
  });
const facts = (element: HTMLElement) =>
  [...element.querySelectorAll('dt')].map(
    (name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`,
  );
const badges = (element: HTMLElement) =>
  [...element.querySelectorAll('.badges > *')].map(({ textContent }) => textContent);

test('shows why a rollout does not rise', async () => {
  const freeze = { from: '2026-11-27T08:00:00Z', until: '2026-12-05T08:00:00Z', why: 'finals' };
  const { element } = await open({ hold: 'LCP is above 2 s', freeze });
  expect(facts(element)).toContain('Held: until you decide: LCP is above 2 s');
  expect(facts(element).join()).toMatch(/Frozen: until \w+ 5, 2026, .+ \(finals\)/);
  expect(badges(element)).toEqual(expect.arrayContaining(['Held', 'Frozen']));
});

test('shows that the numbers of the day cannot be read', async () => {
  const { element } = await openPage(<Overview />, {
    documents: {
      '/overview': { revision: 1, remotes: [remoteDetails()], health: noDay },
    },
  });
  expect(element.querySelector('[role=alert]')?.textContent).toContain(
    'There is no document /day.',
  );
  expect(facts(element)).toContain('Live: 1.2.0-live');
});

test('shows who locked a remote, and why', async () => {
  const lock = { who: 'key 1a2b', at: '2026-11-27T08:00:00Z', why: 'the final' };
  const { element } = await open({ lock });
  expect(facts(element)).toContain('Locked: by the team of mf-booking: the final');
});

test('shows that a rollout waits for approval', async () => {
  const { element } = await open({ waits: true });
  expect(facts(element)).toContain("Waiting: for approval of the rollout's next step");
  expect(badges(element)).toContain('Waiting for approval');
});

test('shows that a rollout is finished', async () => {
  const { element } = await open({ finished: true });
  expect(facts(element)).toContain('Finished: All steps of the rollout are done; make it live.');
  expect(badges(element)).toContain('Rollout finished');
});

test('shows no hold and no freeze without one', async () => {
  const { element } = await open({});
  expect(element.textContent).not.toMatch(/held|frozen/i);
});

test('loads health and the day again for new numbers', async () => {
  const { reads, announce } = await open({});
  reads.splice(0);
  await announce('numbers');
  expect(reads.sort()).toEqual(['/day', '/overview']);
});

test('draws the day of each release in small', async () => {
  const at = new Date(Math.floor(Date.now() / 900_000) * 900_000).toISOString();
  const slot = { at, used: 100, failed: 2, rendered: 9, renderFailed: 0, INP: null, render: 12 };
  const day = {
    ...{ shared: true, slotMinutes: 15, sites: [] },
    releases: [
      { remote: 'mf-booking', version: '1.3.0-next', slots: [{ ...slot, LCP: 2500 }] },
      { remote: 'mf-booking', version: '1.2.0-live', slots: [{ ...slot, LCP: 900 }] },
      { remote: 'mf-account', version: '2.0.0-other', slots: [{ ...slot, LCP: 7000 }] },
    ],
  };
  const canary = { version: '1.3.0-next', percent: 5, takenBack: false };
  const { element } = await open({ canary }, day);
  const texts = [...element.querySelectorAll('figcaption')].map(({ textContent }) => textContent);
  expect(texts.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
    'Pages that failed 2 %',
    'LCP 900 ms',
    'Server render 12 ms',
  ]);
  const [, lcp] = [...element.querySelectorAll('figure [role=img]')];
  expect(lcp?.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
    'LCP in 24 hours. 1.2.0-live: 900 ms now, 900 ms at most. 1.3.0-next: 2.5 s now, 2.5 s at most.',
  );
  expect(lcp?.querySelectorAll('path')).toHaveLength(2);
});
