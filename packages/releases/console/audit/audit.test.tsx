import type { AuditPage } from '@carry/contracts/console';
import { act } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage } from '../../test/console-page';
import { Audit } from './audit';

afterEach(closePages);

const empty: AuditPage = { entries: [], next: null };

test.each(['kim', ' kim '])('keeps the focus after a filter by %j', async (typed) => {
  const query = '?who=kim';
  const { element, fill, field, reads } = await openPage(<Audit />, {
    path: '/audit',
    documents: { '/audit?': empty, [`/audit${query}`]: empty },
  });
  await fill('Author', typed);
  const author = field('Author');
  author.focus();
  await act(async () => element.querySelector('form')?.requestSubmit());
  expect(reads.at(-1)).toBe(`/audit${query}`);
  expect(field('Author')).toBe(author);
  expect(author.value).toBe('kim');
  expect(document.activeElement).toBe(author);
});

test('shows the filter of an earlier address', async () => {
  const page = await openPage(
    <>
      <Audit />
      <Link to="/audit?action=lock">Locks</Link>
    </>,
    {
      ...{ path: '/audit', at: '/audit?who=kim&action=own' },
      documents: { '/audit?who=kim&action=own': empty, '/audit?action=lock': empty },
    },
  );
  const links = [...page.element.querySelectorAll('a')];
  await act(async () => links.find(({ textContent }) => textContent === 'Locks')?.click());
  expect([page.field('Author').value, page.field('Action').value]).toEqual(['', 'lock']);
});

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

test.each([
  ['?who=ada', 'No changes match.', []],
  ['?who=ada&before=cursor', 'No older changes match.', ['Newest']],
])('names the end of the log at %s', async (at, text, links) => {
  const { element } = await open(at, empty);
  expect(element.textContent).toContain(text);
  expect([...element.querySelectorAll('nav a')].map((link) => link.textContent)).toEqual(links);
});

test('keeps the values of the filter on a translated page', async () => {
  const { element } = await open('', empty);
  const option = element.querySelector('[name="remote"] > :last-child') as HTMLOptionElement;
  option.textContent = 'Seite';
  expect(option.value).toBe('site');
});

test('names the key of an author', async () => {
  const entry = { at: '2026-11-27T08:00:00.000Z', action: 'lock', from: null, to: null } as const;
  const about = { ...entry, remote: 'mf-booking', why: 'x' };
  const page = await open('', {
    entries: [
      { ...about, who: 'key 1a2b' },
      { ...about, who: 'kim', action: 'unlock' },
    ],
    next: null,
  });
  const authors = [...page.element.querySelectorAll('[data-title="Author"]')];
  expect(authors.map(({ textContent }) => textContent)).toEqual(['the team of mf-booking', 'kim']);
  expect(authors[0]?.querySelector('[title="key 1a2b"]')).not.toBeNull();
});

test('names the settings that a change of an owner added and removed', async () => {
  const about = { at: '2026-11-27T08:00:00.000Z', from: null, to: null, who: 'kim', why: 'x' };
  const entry = { ...about, remote: 'mf-booking', action: 'own' } as const;
  const settings = [
    { name: 'connect', added: ['https://a.example'], removed: ['https://b.example'] },
  ];
  const { element } = await open('', {
    entries: [
      { ...entry, paths: [], settings },
      { ...entry, at: '2026-11-27T07:00:00.000Z', paths: ['/help'] },
      { ...entry, at: '2026-11-27T06:00:00.000Z', paths: [] },
    ],
    next: null,
  });
  const actions = [...element.querySelectorAll('[data-title="Action"]')];
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    'changed settings: connect (added https://a.example, removed https://b.example)',
    'added paths /help',
    'changed settings',
  ]);
});

test('marks an entry that no key has signed', async () => {
  const about = { at: '2026-11-27T08:00:00.000Z', from: null, to: null, why: 'x' };
  const entry = { ...about, remote: 'mf-booking', who: 'key 1a2b', action: 'lock' } as const;
  const at = '2026-11-26T08:00:00.000Z';
  const page = await open('', {
    entries: [
      { ...entry, unverified: true },
      { ...entry, at, unverified: true, unsigned: true },
    ],
    next: null,
  });
  const authors = [...page.element.querySelectorAll('[data-title="Author"]')];
  expect(authors.map(({ textContent }) => textContent)).toEqual([
    'the team of mf-booking Unverified',
    'the team of mf-booking Not signed',
  ]);
});
