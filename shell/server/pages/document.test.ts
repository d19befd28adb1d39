import { expect, test } from 'vitest';
import { type DocumentParts, printDocument } from './document';

const sheet = (name: string, css: string | null) => ({
  href: `/${name}.css`,
  integrity: `sha384-${name}`,
  css,
});

const headOf = (parts: Partial<DocumentParts>) =>
  printDocument({
    assets: {
      version: '',
      scripts: ['<script src="/a.js"></script>'],
      styles: [sheet('frame', 'frame{}')],
      fonts: [],
      programs: { first: '', development: '' },
    },
    nonce: 'N',
    scriptOrigins: [],
    development: false,
    head: [],
    html: '',
    boot: {} as never,
    files: [],
    styles: [],
    styled: true,
    ...parts,
  }).split('</head>')[0] ?? '';

test('what the first paint needs stands in the page under its nonce; a sheet that cannot is linked', () => {
  const head = headOf({ styles: [sheet('small', 'a>b{}'), sheet('large', null)] });
  expect(head).toContain('<style nonce="N" data-href="/frame.css">frame{}</style>');
  expect(head).toContain('<style nonce="N" data-href="/small.css">a>b{}</style>');
  expect(head).toContain(
    '<link rel="stylesheet" href="/large.css" integrity="sha384-large" crossorigin="anonymous">',
  );
});

test('a page without its remote’s HTML is painted without its styles, which come ahead of their use', () => {
  const head = headOf({ styles: [sheet('route', null)], styled: false });
  expect(head).toContain('>frame{}</style>');
  expect(head).not.toContain('rel="stylesheet"');
  expect(head).toContain(
    '<link rel="preload" as="style" href="/route.css" integrity="sha384-route" crossorigin="anonymous">',
  );
});
