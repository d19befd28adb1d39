import { ABOVE_THE_FOLD_END } from '@carry/contracts/shell';
import { describe, expect, test } from 'vitest';
import { type DocumentParts, printDocument } from './document';

const sheet = (name: string, css: string | null) => ({
  href: `/${name}.css`,
  integrity: `sha384-${name}`,
  css,
});

const print = (parts: Partial<DocumentParts>) =>
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
    complete: true,
    ...parts,
  });
const createHead = (parts: Partial<DocumentParts>) => print(parts).split('</head>')[0] ?? '';
const getBody = (parts: Partial<DocumentParts>) => print(parts).split('</head>')[1] ?? '';

describe('printDocument', () => {
  test('inlines critical styles and links large ones', () => {
    const head = createHead({ styles: [sheet('small', 'a>b{}'), sheet('large', null)] });
    expect(head).toContain('<style nonce="N" data-href="/frame.css">frame{}</style>');
    expect(head).toContain('<style nonce="N" data-href="/small.css">a>b{}</style>');
    expect(head).toContain(
      '<link rel="stylesheet" href="/large.css" integrity="sha384-large" crossorigin="anonymous">',
    );
  });

  test("preloads route styles without the remote's HTML", () => {
    const head = createHead({ styles: [sheet('route', null)], styled: false });
    expect(head).toContain('>frame{}</style>');
    expect(head).not.toContain('rel="stylesheet"');
    expect(head).toContain(
      '<link rel="preload" as="style" href="/route.css" integrity="sha384-route" crossorigin="anonymous">',
    );
  });

  test('prints the scripts of a complete page after its content', () => {
    const files = [{ href: '/remote.js', integrity: 'sha384-r' }];
    const scripts =
      '<script nonce="N" src="/a.js"></script><link rel="preload" as="script" fetchpriority="low" crossorigin="anonymous" href="/remote.js" integrity="sha384-r" nonce="N">';
    expect(createHead({ files })).not.toContain('.js');
    expect(getBody({ files, html: '<p>text</p>' })).toContain(`<p>text</p></div>${scripts}`);
    expect(createHead({ files, complete: false })).toContain(scripts);
    expect(getBody({ files, complete: false })).not.toContain('.js');
  });

  test('blocks rendering until the above-the-fold end is parsed', () => {
    const blocking = (id: string) => `<link rel="expect" href="#${id}" blocking="render">`;
    expect(createHead({ html: '<main id="main"></main>' })).toContain(blocking('main'));
    const marked = `<main id="main"><ul class="a" id="${ABOVE_THE_FOLD_END}"></ul></main>`;
    expect(createHead({ html: marked })).toContain(blocking(ABOVE_THE_FOLD_END));
  });
});

test('shows a noscript notice if only scripts load the data', () => {
  const words = '<noscript><p>This page needs JavaScript.';
  expect(getBody({ complete: false })).toContain(words);
  expect(getBody({ complete: true })).not.toContain(words);
});
