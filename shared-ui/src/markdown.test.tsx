import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown';

afterEach(cleanup);

const hrefOf = (markdown: string) =>
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
])('keeps %s', (url) => {
  expect(hrefOf(`[x](${url})`)).toBe(url);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://a.example/',
  'file:///etc/passwd',
  'blob:x',
  '&#106;avascript:alert(1)',
])('blanks %s', (url) => {
  expect(hrefOf(`[x](${url})`)).toBeFalsy();
});

test('a blanked picture leaves its words, never an empty source; HTML is text', () => {
  const { container } = render(<Markdown>{'![rank](javascript:x) <img src=x onerror=alert(1)> <script>1</script>'}</Markdown>);
  expect(container.querySelector('img, script')).toBeNull();
  expect(container.textContent).toContain('rank');
});
