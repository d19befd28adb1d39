import type { RemoteOverview } from '@carry/contracts/console';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { Overview } from './overview';

afterEach(closePages);

const open = (more: Partial<RemoteOverview>) =>
  openPage(<Overview />, {
    documents: {
      '/overview': {
        revision: 1,
        remotes: [remoteDetails(more)],
        health: { unavailable: 'No numbers: no site.' },
      },
      '/day': { unavailable: 'No numbers: no site.' },
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
