import { expectLinear } from '@carry/releases/testing/linear';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import type { Context } from 'hono';
import { describe, it } from 'vitest';
import { headElements } from '../universal/head/head-tags';
import { suggestPath } from './composition/suggest-path';
import { encodingFor } from './files/assets';
import { inPage } from './files/page-styles';
import { answerPage } from './pages/pages';
import { dropEmotionSheets, hashInlineStyles } from './pages/render/inline-styles';
import { findSlots } from './pages/render/slot-places';

describe("a release's HTML and styles take linear time", () => {
  it.each([
    '<style data-emotion="a">',
    '<style data-emotion="a" ',
    '<style data-emotion="',
    '<p style="top:0',
    '<p  ',
    ' style="',
    '<div data-slot="mf-a.b" data-slot-props="',
    '<div data-slot="mf-a.b" data-slot-props="">',
  ])('%s', async (unit) => {
    for (const read of [dropEmotionSheets, hashInlineStyles, findSlots])
      await expectLinear(read, { unit, count: 3000 });
  });

  it.each(['url(', 'url( ', 'url(a ', 'url("a'])('%s', (unit) =>
    expectLinear((text) => inPage('/a.css', text), { unit, count: 2500 }),
  );
});

describe("a visitor's request takes linear time", () => {
  const redirect = () => new Response();
  const open = (text: string) => {
    const context = { req: { url: `http://localhost${text}a` }, header() {}, redirect };
    return answerPage(context as unknown as Context, {} as never);
  };

  it.each([
    ['the path of a page', '/', open],
    ['the path of a page', '/', (text: string) => open(`/a${text}b`)],
    [
      'the head of a page',
      '/',
      (text: string) =>
        headElements(undefined, fakeSite, { pathname: `/a${text}b`, fallback: undefined }),
    ],
    ['an unknown path', '/', (text: string) => suggestPath(`${text}a`, ['/booking'])],
    ['accept-encoding', ' ', (text: string) => encodingFor(`gzip${text}x`)],
    ['accept-encoding', '; ', (text: string) => encodingFor(`gzip${text}x`)],
  ])('%s with many %j', (_, unit, run) => expectLinear(run, { unit, count: 15_000 }));
});
