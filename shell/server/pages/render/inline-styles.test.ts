import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dropEmotionSheets, hashInlineStyles } from './inline-styles';

const hash = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

describe('hashInlineStyles', () => {
  it('returns a hash of each different style attribute', () => {
    const html =
      '<p style="color:red"><b style="top:0" class="a"></b><i style="color:red"></i></p>';
    expect(hashInlineStyles(html)).toEqual([hash('color:red'), hash('top:0')]);
  });

  it('hashes what the browser reads of an escaped attribute', () => {
    const html = '<p class="a" style="font-family:&quot;A &amp; B&quot;,&#x27;C&#x27;">x</p>';
    expect(hashInlineStyles(html)).toEqual([hash(`font-family:"A & B",'C'`)]);
  });

  it('ignores text that reads like an attribute', () => {
    expect(hashInlineStyles('<p title="a"> style=&quot;b&quot;</p>')).toEqual([]);
  });

  it('bounds the headers of a page', () => {
    const html = Array.from({ length: 25 }, (_, at) => `<p style="top:${at}px"></p>`).join('');
    expect(() => hashInlineStyles(html)).toThrow(/25 different inline styles, a page may have 24/);
  });
});

describe('dropEmotionSheets', () => {
  it('drops the style elements of Emotion only', () => {
    const html =
      '<style data-emotion="css 1x">.css-1x{color:red}</style><p>a</p><style>p{top:0}</style>';
    expect(dropEmotionSheets(html)).toBe('<p>a</p><style>p{top:0}</style>');
  });

  it('keeps a sheet without an end', () => {
    const html = '<style data-emotion="css 1x">.css-1x{color:red}<p>a</p>';
    expect(dropEmotionSheets(html)).toBe(html);
    const nested = '<style data-emotion="a">.x{}<style data-emotion="b">.y{}</style><p>2</p>';
    expect(dropEmotionSheets(nested)).toBe('<p>2</p>');
  });
});
