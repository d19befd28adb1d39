import { findInStyles } from '@carry/releases/checks';
import { generate, parse, walk } from 'css-tree';
import { describe, expect, test } from 'vitest';
import { scopeTexts } from './scope-styles';

const BOX = ':is([data-remote="mf-x"],[data-slot^="mf-x."])';
const MINE = `:where(${BOX} :not([data-slot-props]:not([data-slot^="mf-x."]) *))`;
const OUTSIDE = ':where(:not([data-slot-props]:not([data-slot^="mf-x."]) *))';
const scope = (css: string, showsSlots = false) => scopeTexts([css], 'mf-x', showsSlots)[0] ?? '';

describe('scopeStyles', () => {
  test.each([
    ['.a,.b>c{d:e}', `${MINE}.a,.b>c${MINE}{d:e}`],
    ['*,::before{margin:0}', `*${MINE},${MINE}::before{margin:0}`],
    ['.a+.b:before{d:e}', `.a+${MINE}.b:before{d:e}`],
    ['.dark .a{d:e}', `.dark ${MINE}.a{d:e}`],
    ['.mf-x-page p{d:e}', '.mf-x-page p{d:e}'],
    ['body{d:e}:root.dark::before{--a:1}', `body ${BOX}{d:e}:root.dark ${BOX}::before{--a:1}`],
    ['h\\74ml{d:e}:IS(body){d:e}', `h\\74ml ${BOX}{d:e}:IS(body) ${BOX}{d:e}`],
    [':is(html,:root) > body{d:e}', `:is(html,:root) > body ${BOX}{d:e}`],
    ['@media (width>1px){p{d:e}}', `@media (width>1px){p${MINE}{d:e}}`],
    ['.a{d:e;&:hover{f:g}.b{h:i}}', `${MINE}.a{d:e;&:hover{f:g}${MINE}.b{h:i}}`],
    ['.a{&+header{f:g}p{h:i}}', `${MINE}.a{&+header${MINE}{f:g}& p${MINE}{h:i}}`],
    ['.mf-x-a{&:hover{f:g}.b{h:i}}', '.mf-x-a{&:hover{f:g}.b{h:i}}'],
  ])('limits the rules of %s', (css, scoped) => {
    expect(scope(css)).toBe(scoped);
  });

  test.each([
    [
      '.mf-x-a,.mf-x-a p,.mf-x-a>.b::after{d:e}',
      `.mf-x-a,.mf-x-a p${OUTSIDE},.mf-x-a>${OUTSIDE}.b::after{d:e}`,
    ],
    ['.mf-x-a{p{d:e}.b{&:hover{f:g}}}', `.mf-x-a{& p${OUTSIDE}{d:e}${OUTSIDE}.b{&:hover{f:g}}}`],
    ['.mf-x-a :is(p){.b{d:e}}', `.mf-x-a ${OUTSIDE}:is(p){${OUTSIDE}.b{d:e}}`],
    ['.a{p{d:e}}', `${MINE}.a{& p${MINE}{d:e}}`],
    [
      '@scope (.mf-x-a) to (.mf-x-b){p{d:e}:scope,.mf-x-c,& p{d:e}}',
      `@scope (.mf-x-a) to (.mf-x-b){p${OUTSIDE}{d:e}:scope,.mf-x-c,& p${OUTSIDE}{d:e}}`,
    ],
  ])('keeps the rules of %s out of slots on its pages', (css, scoped) => {
    expect(scope(css, true)).toBe(scoped);
    expect(findInStyles(scoped, 'mf-x')).toEqual([]);
  });

  test.each([
    [
      '@keyframes spin{to{rotate:1turn}}.mf-x-a{animation:1s spin}',
      '@keyframes mf-x-spin{to{rotate:1turn}}.mf-x-a{animation:1s mf-x-spin}',
    ],
    [
      '@keyframes "in"{}.mf-x-a{--enter:.2s in;-webkit-animation-name:"in",ease}',
      '@keyframes "mf-x-in"{}.mf-x-a{--enter:.2s mf-x-in;-webkit-animation-name:"mf-x-in",ease}',
    ],
    [
      '@font-face{font-family:"Open Sans";src:local("Open Sans")}.mf-x-a{font:1rem/1 Open Sans,serif;--f:"open sans"}',
      '@font-face{font-family:"mf-x-Open Sans";src:local("Open Sans")}.mf-x-a{font:1rem/1 "mf-x-Open Sans",serif;--f:"mf-x-open sans"}',
    ],
    [
      '@property --at{syntax:"*"}.mf-x-a{--at:1;--b:var(--at);width:calc(var(--at)*1px);transition:--at 1s}.mf-x-b.--at{--attic:1}',
      '@property --mf-x-at{syntax:"*"}.mf-x-a{--mf-x-at:1;--b:var(--mf-x-at);width:calc(var(--mf-x-at)*1px);transition:--mf-x-at 1s}.mf-x-b.--at{--attic:1}',
    ],
    [
      '@counter-style thumbs{system:extends decimal}.mf-x-a{list-style:inside thumbs;content:counter(n,thumbs)}',
      '@counter-style mf-x-thumbs{system:extends decimal}.mf-x-a{list-style:inside mf-x-thumbs;content:counter(n,mf-x-thumbs)}',
    ],
    [
      '@layer base,components,a.b;@layer base{.mf-x-a{d:e}}',
      '@layer mf-x-base,mf-x-components,mf-x-a.mf-x-b;@layer mf-x-base{.mf-x-a{d:e}}',
    ],
    [
      '@property --a\\74{syntax:"*"}.mf-x-a{--at:1;b:var(\\2d-a\\74,1)}',
      '@property --mf-x-at{syntax:"*"}.mf-x-a{--mf-x-at:1;b:var(--mf-x-at,1)}',
    ],
    [
      '@font-face{FONT\\-FAMILY:Int\\65r}.mf-x-a{f\\6fnt:1px \\69nter}',
      '@font-face{FONT\\-FAMILY:"mf-x-Inter"}.mf-x-a{f\\6fnt:1px "mf-x-inter"}',
    ],
    [
      '@keyframes sp\\69n{}.mf-x-a{animatio\\6e-name:spin,s\\70in}',
      '@keyframes mf-x-sp\\69n{}.mf-x-a{animatio\\6e-name:mf-x-spin,mf-x-s\\70in}',
    ],
    ['@layer mf\\-x-a,b\\61se;', '@layer mf\\-x-a,mf-x-b\\61se;'],
    ['@layer /* a, b */ c,/*d*/e;', '@layer /* a, b */ mf-x-c,/*d*/mf-x-e;'],
    [
      '@property /* a */ --at{syntax:"*"}@keyframes /* b */ spin{}.mf-x-a{--at:1;animation:1s /* c */ spin}',
      '@property /* a */ --mf-x-at{syntax:"*"}@keyframes /* b */ mf-x-spin{}.mf-x-a{--mf-x-at:1;animation:1s /* c */ mf-x-spin}',
    ],
    ['@layer components{.mf-x-a{d:e}}', '@layer components{.mf-x-a{d:e}}'],
    ['@layer components{.btn{d:e}}', `@layer mf-x-components{${MINE}.btn{d:e}}`],
    ['.mf-x-a{font:1rem Arial;animation:spin 1s}', '.mf-x-a{font:1rem Arial;animation:spin 1s}'],
  ])('puts the name of the remote before the names of %s', (css, scoped) => {
    expect(scope(css)).toBe(scoped);
    expect(findInStyles(scoped, 'mf-x')).toEqual([]);
  });

  test.each([
    ['@counter-style star{}', '.mf-x-a{content:"star";list-style-type:"a star"}'],
    ['@keyframes spin{}', '.mf-x-a{--tw-content:"spin";--b:"to spin"}'],
    ['@font-face{font-family:Inter}', '.mf-x-a{font-family:"My Inter Two";--f:"by Inter now"}'],
  ])('keeps the texts of a sheet with %s', (definition, css) => {
    expect(scopeTexts([definition, css], 'mf-x')[1]).toBe(css);
  });

  test('renames what another file defines', () => {
    expect(
      scopeTexts(['@font-face{font-family:Inter}', '.mf-x-a{font-family:Inter,Arial}'], 'mf-x'),
    ).toEqual(['@font-face{font-family:"mf-x-Inter"}', '.mf-x-a{font-family:"mf-x-Inter",Arial}']);
  });

  const page = (html: string) => new DOMParser().parseFromString(html, 'text/html');
  const around = page(`<html class="dark" data-theme="dark"><body class="a"><header class="a">
    <b class="a"></b></header><div data-remote="mf-x" class="a mf-x-page"><i class="a own"></i>
    <div data-slot="mf-y.part" data-slot-props="{}"><u class="a"></u></div></div>
    <div data-remote="mf-y" class="a"><s class="a"></s>
    <div data-slot="mf-x.part" data-slot-props="{}"><i class="a own"></i></div></div>
    <div data-remote="mf-xy"><s class="a"></s><div data-slot="mf-xy.part" data-slot-props="{}"><u></u></div></div>
    <div id="portal" class="a"></div></body></html>`);
  const BOXES = '[data-remote],[data-slot-props]';
  const isOwn = (element: Element): boolean => {
    const box = element.matches(BOX) ? element : element.parentElement?.closest(BOXES);
    return box?.matches(BOX) ?? false;
  };
  const getSelectors = (css: string) => {
    const selectors: string[] = [];
    walk(parse(css), {
      visit: 'Rule',
      enter: ({ prelude }) => void selectors.push(generate(prelude)),
    });
    return selectors;
  };

  test.each([
    '*,.a,[class]',
    ':root,html,body,:host,:scope',
    'HTML,BODY,DIV',
    ':is(html),:where(body),:is(html,.a),:is(*)',
    ':not(.own),:not(html *),html:not(.x) *',
    'body *,body>header,html>body>header b',
    '.dark .a,.dark body,:root.dark,[data-theme] *',
    '.own+*,.own~*,[data-remote]~*,[data-remote] *',
    'header:has(b),body:has(.own),:has(*)',
    '[data-remote=mf-y] *,[data-remote^=mf-x] *,[data-remote=mf-x]+*',
    '[data-slot] *,[data-slot^="mf-x"] u,[data-slot^="mf-y."] *',
    'div,#portal,u,s,b',
    ':is(.mf-x-none,*),:where(.mf-x-none,html) *',
    '[data-remote="mf-x" i]~*,.own:is(*)~header',
    '.mf-x-page *,.mf-x-page u,.mf-x-page>div *,.mf-x-page :is(div *)',
    '[data-remote=mf-x] *,[data-slot^="mf-x."] *,.mf-x-page .own~* .a',
  ])('keeps %s from elements of others', (selectors) => {
    for (const css of [`${selectors}{d:e}`, `@layer q{@media all{${selectors}{d:e}}}`]) {
      const scoped = scope(css, true);
      expect(findInStyles(scoped, 'mf-x')).toEqual([]);
      for (const selector of getSelectors(scoped))
        for (const element of around.querySelectorAll(selector))
          expect(isOwn(element), selector).toBe(true);
    }
  });

  test.each([
    '.own',
    '.dark .own',
    'body .a.own',
    ':is([data-remote=mf-x],[data-slot^="mf-x."]) .own',
    ':is(html,.own)',
    '.own:is(.dark *)',
  ])('keeps %s on pages and in slots of the remote', (selector) => {
    const [scoped = ''] = getSelectors(scope(`${selector}{d:e}`, true));
    expect(around.querySelectorAll(scoped)).toHaveLength(2);
  });

  test.each([
    ['@page{margin:0}', 'has @page'],
    ['@import url(https://x.example/a.css);', 'has @import'],
    ['@scope (main){h1{d:e}}', 'has @scope'],
    ['.a{view-transition-name:root}', 'names view-transition-name'],
    ['.a{color:red;a:b{c:d}}body:not(&){d:e}', 'styles pages of other teams'],
    ['.a{body:not(&){d:e}}', 'styles pages of other teams'],
    ['.a{d:e}}body{d:e}', 'styles pages of other teams'],
  ])('leaves %s to the check', (css, what) => {
    const problems = findInStyles(scope(css), 'mf-x').map((problem) => problem.what);
    expect(problems).toContainEqual(expect.stringContaining(what));
  });
});
