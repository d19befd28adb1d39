import { cpuUsage } from 'node:process';
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown';

afterEach(cleanup);

const renderHref = (markdown: string) =>
  render(<Markdown>{markdown}</Markdown>)
    .container.querySelector('a')
    ?.getAttribute('href');

test.each([
  'http://a.example/',
  'https://a.example/',
  'irc://a.example/x',
  'ircs://a.example/x',
  'mailto:a@example.com',
  'xmpp:a@example.com',
  '/relative',
  '#part',
  '?q=1',
])(
  'keeps %s',
  { tags: ['@spec-1.15', '@spec-5.21', '@fault-F1', '@fault-F2', '@fault-F4'] },
  (url) => {
    expect(renderHref(`[x](${url})`)).toBe(url);
  },
);

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://a.example/',
  'file:///etc/passwd',
  'blob:x',
  '&#106;avascript:alert(1)',
])(
  'blanks %s',
  { tags: ['@spec-1.15', '@spec-5.21', '@fault-F1', '@fault-F2', '@fault-F4'] },
  (url) => {
    expect(renderHref(`[x](${url})`)).toBeFalsy();
  },
);

test('shows the alt text of a blanked image and escapes HTML', {
  tags: ['@fault-F2'],
}, () => {
  const { container } = render(
    <Markdown>{'![rank](javascript:x) <img src=x onerror=alert(1)> <script>1</script>'}</Markdown>,
  );
  expect(container.querySelector('img, script')).toBeNull();
  expect(container.textContent).toContain('rank');
});

test('nests headings below the surrounding one', {
  tags: ['@fault-11.12'],
}, () => {
  const { container } = render(
    <Markdown under={3}>{'# one\n\n## two\n\nthree\n=====\n\n###### six'}</Markdown>,
  );
  expect(
    [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName, textContent }) => [
      tagName,
      textContent,
    ]),
  ).toEqual([
    ['H4', 'one'],
    ['H5', 'two'],
    ['H4', 'three'],
    ['H6', 'six'],
  ]);
});

const repeatTo = (length: number, part: string) => part.repeat(length / part.length);
const hostile = [
  '> ',
  '>',
  '1. ',
  '+ ',
  '[',
  '![',
  '[a](',
  '*',
  '*a ',
  '_a*',
  'a**b',
  'a_ ',
  '`',
  '<a ',
  '&a',
  '[a]: b\n',
  '|a',
  '\t> + ',
];

test.each(hostile)(
  'renders repeated %j quickly and as text',
  { tags: ['@fault-F3', '@fault-11.12'] },
  (part) => {
    for (const length of [2000, 10_000, 100_000]) {
      const before = cpuUsage(); // wall time would depend on the machine's load
      const { container, unmount } = render(<Markdown>{repeatTo(length, part)}</Markdown>);
      expect(container.textContent?.length).toBeLessThanOrEqual(10_001);
      unmount();
      expect(cpuUsage(before).user / 1000).toBeLessThan(1000); // unbounded input takes minutes or overflows the stack
    }
  },
);

const targets = fc.oneof(
  fc.constantFrom(
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'java&#10;script:alert(1)',
    '&#x6A;avascript&colon;alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&#58;alert(1)',
    '&NewLine;javascript:x',
    'data:text/html;base64,PA==',
    'vbscript:x',
    'blob:https://a.example/1',
    'https://a.example/x',
    'mailto:a@example.com',
    '//evil.example',
    '/x?y=z:1',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  fc.webUrl(),
);
const around = fc.constantFrom(
  (target: string) => `[x](${target})`,
  (target: string) => `[x](<${target}> "t")`,
  (target: string) => `![x](${target})`,
  (target: string) => `[![x](${target})](${target})`,
  (target: string) => `<${target}>`,
  (target: string) => `[x]\n\n[x]: ${target} 't'`,
  (target: string) => `![x][y]\n\n[y]: <${target}>`,
  (target: string) =>
    `<a href="${target}" id="root" name="x">x</a><svg onload=${target}><style>*{}</style><!-- ${target} -->`,
  (target: string) => target,
);
const PROTOCOLS = new Set(['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:']);
const ELEMENTS = /^(a|blockquote|br|code|em|h[1-6]|hr|img|li|ol|p|pre|span|strong|ul)$/;

function assertHarmless(element: Element): void {
  const { localName } = element;
  expect(localName).toMatch(ELEMENTS);
  for (const { name, value } of element.attributes) {
    expect(name).toMatch(/^(href|rel|src|alt|loading|class|start)$/);
    if (name === 'src' || (name === 'href' && value !== ''))
      expect(PROTOCOLS).toContain(new URL(value, 'https://site.example').protocol);
  }
  if (localName === 'a')
    expect(element.getAttribute('rel')).toBe('noopener noreferrer ugc nofollow');
}

test('allows only safe protocols, elements and attributes for any input', {
  tags: ['@fault-C3', '@fault-F1', '@fault-F2', '@fault-F4'],
}, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(around, targets), { minLength: 1, maxLength: 4 }), (parts) => {
      const { container, unmount } = render(
        <Markdown>{parts.map(([put, target]) => put(target)).join(' ')}</Markdown>,
      );
      for (const element of container.querySelectorAll('*')) assertHarmless(element);
      unmount();
    }),
    { numRuns: 150 },
  );
});
