import { afterEach, expect, test } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { Compare } from './compare';
import { Releases } from './releases';

afterEach(closePages);

const [first] = remoteDetails().releases;
const page = (version: string, older: string | null) =>
  remoteDetails({ releases: first ? [{ ...first, version }] : [], older });
const documents = {
  '/remotes/mf-booking?before=2026+2.0.0': page('1.9.0-older', '2026 1.9.0'),
  '/remotes/mf-booking?before=2026+1.9.0': page('1.8.0-oldest', null),
};

const open = (element = <Releases />) =>
  openPage(element, {
    path: '/remotes/:name/releases',
    at: '/remotes/mf-booking/releases?before=2026+2.0.0',
    documents,
  });

test('shows older releases, and leads to those before them', async () => {
  const { element } = await open();
  expect(element.querySelector('tbody')?.textContent).toContain('1.9.0');
  expect(element.querySelector('button')?.textContent).toBe('Make live');
  const link = [...element.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Show older',
  );
  expect(link?.getAttribute('href')).toBe('/remotes/mf-booking/releases?before=2026+1.9.0');
});

test('keeps an older release that is chosen for a comparison', async () => {
  const { field } = await openPage(<Compare />, {
    path: '/remotes/:name/compare',
    at: '/remotes/mf-booking/compare?from=0.1.0-old&to=1.2.0-live',
    documents: { '/remotes/mf-booking': remoteDetails() },
  });
  expect(field('Before').value).toBe('0.1.0-old');
});
