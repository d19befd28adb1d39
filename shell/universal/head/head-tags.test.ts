import { fakeSite } from '@carry/remote-kit/fake-shell';
import { expect, test } from 'vitest';
import { headElements } from './head-tags';
import { unmatchedTags } from './route-head';

test('renders a canonical URL, an absolute image and one JSON-LD graph', () => {
  const elements = headElements(
    { title: 'T', jsonLd: [{ '@type': 'Service' }] },
    { ...fakeSite, settings: { chatUrl: 'https://chat.example' } },
    {
      pathname: '/cs2/',
      fallback: {
        description: 'D',
        picture: { path: '/assets/social/home.png', alt: 'P' },
        sameAs: ['{chatUrl}'],
      },
    },
  );
  expect(elements).toContainEqual({
    tag: 'link',
    attributes: { rel: 'canonical', href: 'http://localhost:3000/cs2' },
  });
  expect(elements).toContainEqual({
    tag: 'meta',
    attributes: { property: 'og:image', content: 'http://localhost:3000/assets/social/home.png' },
  });
  const graph = elements.find((element) => element.tag === 'json-ld');
  expect(
    graph?.tag === 'json-ld' &&
      JSON.parse(graph.text)['@graph'].map((node: { '@type': string }) => node['@type']),
  ).toEqual(['Organization', 'WebSite', 'Service']);
  expect(graph?.tag === 'json-ld' && JSON.parse(graph.text)['@graph'][0].sameAs).toEqual([
    'https://chat.example',
  ]);
});

test('falls back to the site’s name without an image', () => {
  const elements = headElements(undefined, fakeSite, { pathname: '/', fallback: undefined });
  expect(JSON.stringify(elements)).not.toMatch(/og:image|twitter:image|sameAs|undefined/);
  expect(elements).toContainEqual({
    tag: 'meta',
    attributes: { name: 'description', content: 'Sample' },
  });
});

test.each([
  ['a path that no remote declares', null, false, 'Page not found | Sample'],
  ['a page that is still loading', null, true, 'Sample'],
  ['a refused preview', { why: 'expired' }, false, 'Preview not available | Sample'],
])('sets the title of %s', (_, refused, owned, title) => {
  expect(unmatchedTags(fakeSite, refused, owned).title).toBe(title);
});
