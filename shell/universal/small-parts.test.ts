import { ROUTER_NAMES } from 'contracts/shared-modules';
import { fakeSite } from 'remote-kit/fake-shell';
import { expect, test, vi } from 'vitest';
import { leave } from '../browser/leave';
import { suggestPath } from '../server/suggest-path';
import { findOwner } from './find-owner';
import { headElements } from './head/head-tags';
import * as sharedRouter from './shared-router';

test('the shell provides exactly the router names of the contract', () => {
  expect(Object.keys(sharedRouter).sort()).toEqual([...ROUTER_NAMES].sort());
});

test('a path belongs to the best declared pattern', () => {
  const releases = [
    { name: 'mf-marketing', version: '1', routes: [{ path: '/' }, { path: '/cs2' }] },
    { name: 'mf-booking', version: '1', routes: [{ path: '/booking/:coachId' }, { path: '/booking-success' }] },
  ];
  expect(findOwner(releases, '/')?.release.name).toBe('mf-marketing');
  expect(findOwner(releases, '/booking/1')?.pattern).toBe('/booking/:coachId');
  expect(findOwner(releases, '/booking-success')?.pattern).toBe('/booking-success');
  for (const path of ['/booking', '/booking/1/2', '/nope', '/cs2x']) expect(findOwner(releases, path)).toBeNull();
});

test.each([
  ['https://pay.example/c/1', true],
  ['https://pay.example.evil/c/1', false],
  ['https://pay.example@evil.test/', false],
  ['https://user@pay.example/', false],
  ['http://pay.example/', false],
  ['//pay.example/', false],
  ['javascript:alert(1)', false],
  ['/relative', false],
  ['', false],
])('the browser may leave for %s: %s', (url, allowed) => {
  const go = vi.fn();
  expect(leave(['https://pay.example'], url, go)).toBe(allowed);
  expect(go).toHaveBeenCalledTimes(allowed ? 1 : 0);
});

test('a near miss is suggested, a far one is not', () => {
  const patterns = ['/', '/login', '/register', '/booking/:coachId'];
  expect(suggestPath('/logn', patterns)).toBe('/login');
  expect(suggestPath('/Register/', patterns)).toBe('/register');
  expect(suggestPath('/something-else', patterns)).toBeNull();
});

test('head elements: canonical without slash, absolute picture, one graph', () => {
  const elements = headElements({ title: 'T', jsonLd: [{ '@type': 'Service' }] }, fakeSite, '/cs2/');
  expect(elements).toContainEqual({ tag: 'link', attributes: { rel: 'canonical', href: 'http://localhost:3000/cs2' } });
  expect(elements).toContainEqual({
    tag: 'meta',
    attributes: { property: 'og:image', content: 'http://localhost:3000/assets/social/home.png' },
  });
  const graph = elements.find((element) => element.tag === 'json-ld');
  expect(graph?.tag === 'json-ld' && JSON.parse(graph.text)['@graph'].map((node: { '@type': string }) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
    'Service',
  ]);
});
