import { expect, test } from 'vitest';
import { findOwner } from './find-owner';

test('assigns a path to the best matching pattern', () => {
  const releases = [
    { name: 'mf-marketing', version: '1', routes: [{ path: '/' }, { path: '/cs2' }] },
    {
      name: 'mf-booking',
      version: '1',
      routes: [{ path: '/booking/:coachId' }, { path: '/booking-success' }],
    },
  ];
  expect(findOwner(releases, '/')?.release.name).toBe('mf-marketing');
  expect(findOwner(releases, '/booking/1')?.pattern).toBe('/booking/:coachId');
  expect(findOwner(releases, '/booking-success')?.pattern).toBe('/booking-success');
  for (const path of ['/booking', '/booking/1/2', '/nope', '/cs2x'])
    expect(findOwner(releases, path)).toBeNull();
});

test('finds pages with optional parts', () => {
  const routes = [{ path: '/en?/help/:topic?' }];
  const releases = [{ name: 'mf-help', version: '1', routes }];
  for (const path of ['/help', '/en/help', '/help/aim', '/en/help/aim'])
    expect(findOwner(releases, path)?.pattern, path).toBe('/en?/help/:topic?');
  expect(findOwner(releases, '/en')).toBeNull();
});
