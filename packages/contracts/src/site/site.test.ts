import { expect, test } from 'vitest';
import { siteFile } from './site';

const refused: [string, object][] = [
  ['a slug with a slash', { settings: { coachSlug: { kind: 'slug', value: 'a/b' } } }],
  [
    'a URL that is a program',
    { settings: { creditUrl: { kind: 'url', value: 'javascript:alert(1)' } } },
  ],
  ['a text of two lines', { settings: { contact: { kind: 'text', value: 'a\nb' } } }],
  ['a kind that nobody knows', { settings: { contact: { kind: 'html', value: '<b>' } } }],
  ['a setting without a proper name', { settings: { 'a b': { kind: 'text', value: 'a' } } }],
  ['a target over http', { redirects: { payment: ['http://pay.example'] } }],
  ['a target with a path', { redirects: { payment: ['https://pay.example/x'] } }],
  ['a target with a user', { redirects: { payment: ['https://me@pay.example'] } }],
  ['a target without origins', { redirects: { payment: [] } }],
  ['a link that is a program', { frame: { header: [{ label: 'x', url: 'javascript:alert(1)' }] } }],
  ['a link without a scheme', { frame: { header: [{ label: 'x', url: '//evil.example' }] } }],
  [
    'a session link out of the site',
    { frame: { session: { visitor: [{ label: 'x', path: '//evil' }], member: [], signOut: 'x' } } },
  ],
  [
    'a logo with markup',
    { frame: { logo: { viewBox: '0 0 8 8', paths: [{ d: 'M0 0"/><script>', fill: '#112233' }] } } },
  ],
  [
    'a logo that loads',
    { frame: { logo: { viewBox: '0 0 8 8', paths: [{ d: 'M0 0', fill: 'url(//evil)' }] } } },
  ],
];

test.each(refused)('rejects %s', (_, part) => {
  expect(siteFile.safeParse({ schema: 1, owners: {}, ...part }).success).toBe(false);
});

test('accepts a document without product fields', () => {
  const frame = { links: [] };
  expect(siteFile.parse({ schema: 1, owners: {}, frame })).toEqual({
    schema: 1,
    owners: {},
    frame,
  });
});
