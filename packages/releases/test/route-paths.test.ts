import { describe, expect, test } from 'vitest';
import { flattenRoutes, samplePath, withoutOptional } from '../src/artifacts/route-paths';
import { inspectHere } from '../src/checks/inspection';
import { renderRoutes } from '../src/index';

describe('flattenRoutes', () => {
  test.each([
    ['an index route', { id: 'start', index: true }],
    ['an empty path', { id: 'start', path: '' }],
  ])('gives %s the path of its parent', (_, start) => {
    const topic = { id: 'topic', path: ':topic' };
    expect(flattenRoutes([{ path: '/help', children: [start, topic] }])).toEqual([
      { id: 'start', path: '/help' },
      { id: 'topic', path: '/help/:topic' },
    ]);
    expect(flattenRoutes([{ children: [{ path: '/', children: [start] }] }])).toEqual([
      { id: 'start', path: '/' },
    ]);
    const layout = { id: 'layout', path: '/help', children: [start] };
    expect(flattenRoutes([layout])[0]).toEqual({ id: 'start', path: '/help' });
  });
});

test.each([
  ['/help/:topic?', '/help/1'],
  ['/en?/help/:topic/*', '/en/help/1'],
  ['/help', '/help'],
])('takes a sample of %s', (pattern, path) => {
  expect(samplePath(pattern, null)).toBe(path);
});

test.each([
  ['/help/:topic?', '/help'],
  ['/en?/help/:topic?/:page?/all', '/help/all'],
  ['/:page?', '/'],
  ['/help/:topic', '/help/:topic'],
])('leaves out the optional parts of %s', (pattern, path) => {
  expect(withoutOptional(pattern)).toBe(path);
});

const code = (page: string) => `exports.default = { contractVersion: 2, createRoutes: () => [
  { path: '/help', children: [{ id: 'start', index: true, lazy: async () => (${page}) }] },
] };`;

test('inspects and renders an index route', async () => {
  const page = "{ Component: () => null, handle: { menu: { label: 'Help', group: 'site' } } }";
  const { tree, facts, refused } = await inspectHere('mf-help', code(page));
  expect([flattenRoutes(tree), refused]).toEqual([[{ id: 'start', path: '/help' }], undefined]);
  expect(facts.map(([id]) => id)).toEqual(['start']);
  await expect(
    renderRoutes('mf-help', code('{ Component: () => document.title }')),
  ).rejects.toThrow('its page /help cannot be rendered on the server (document is not defined)');
});
