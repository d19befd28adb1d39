import type { AuditPage } from '@carry/contracts/console';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage } from '../../test/console-page';
import { Audit } from './audit';

afterEach(closePages);

const open = (at: string, page: AuditPage) =>
  openPage(<Audit />, {
    path: '/audit',
    at: `/audit${at}`,
    documents: { [`/audit${at || '?'}`]: page },
  });

test('offers to search older entries for an author', async () => {
  const { element } = await open('?who=ada', { entries: [], next: 'cursor' });
  expect(element.textContent).toContain('No match so far.');
  const link = element.querySelector('nav a');
  expect(link?.textContent).toBe('Search older entries');
  expect(link?.getAttribute('href')).toBe('/audit?who=ada&before=cursor');
});

test('says that no change matches at the end of the log', async () => {
  const { element } = await open('?who=ada', { entries: [], next: null });
  expect(element.textContent).toContain('No changes match.');
  expect(element.querySelector('nav a')).toBeNull();
});
