import { describe, expect, test } from 'vitest';
import { scopeStyles } from './styles';

describe('scopeStyles', () => {
  test.each([
    ['.a,.b>c{d:e}', '[data-remote="mf-x"] .a,[data-remote="mf-x"] .b>c{d:e}'],
    [
      'body{color:red}:root.dark{--a:1}',
      '[data-remote="mf-x"]{color:red}[data-remote="mf-x"].dark{--a:1}',
    ],
    ['@media (min-width:1px){p{d:e}}', '@media (min-width:1px){[data-remote="mf-x"] p{d:e}}'],
    ['.a{d:e;&:hover{f:g}}', '[data-remote="mf-x"] .a{d:e;&:hover{f:g}}'],
    [
      '@keyframes spin{from{opacity:0}}.a{animation:1s spin}',
      '@keyframes mf-x-spin{from{opacity:0}}[data-remote="mf-x"] .a{animation:1s mf-x-spin}',
    ],
  ])('limits %s', (css, scoped) => {
    expect(scopeStyles(css, 'mf-x')).toBe(scoped);
  });
});
