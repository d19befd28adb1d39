import { describe, expect, test } from 'vitest';
import { findInStyles } from '../src/checks/styles';

const problemsIn = (css: string, others: string[] = []) =>
  findInStyles(css, 'mf-help', others).map(({ what }) => what);

describe('findInStyles', () => {
  test.each([
    '.mf-help-a::before{content:"{"}',
    ".mf-help-a{background:url(/a{b}.png),url('/{.png')}",
  ])('accepts a brace in a text: %s', (css) => {
    expect(problemsIn(css)).toEqual([]);
  });

  test.each(['.mf-help-a{a:b{c:d}}', '.mf-help-a{a:"{" b{c:d}}'])(
    'refuses a rule that looks like a value: %s',
    (css) => {
      expect(problemsIn(css)).toContainEqual(expect.stringMatching(/^styles pages of other teams/));
    },
  );

  test('refuses rules in too many rules', () => {
    expect(problemsIn(`.mf-help-a{${'b{'.repeat(200)}`)).toEqual(['nests rules more than 30 deep']);
  });

  test.each([
    ['an element', 'body{color:red}'],
    ['every element', '*{margin:0}'],
    ['the root', ':root{--color-accent:red}'],
    ['a class of nobody', '.card{color:red}'],
    ['a class of another team', '.mf-booking-form-x1{color:red}'],
    ['an attribute', '[data-theme=dark]{--color-accent:red}'],
    ['an id', '#root{color:red}'],
    ['one of several selectors', '.mf-help-a,header{color:red}'],
    ['an element around an own one', 'body:has(.mf-help-a){color:red}'],
    ['what is not an own element', ':not(.mf-help-a){color:red}'],
    ['a choice of own and others', ':is(.mf-help-a,header){color:red}'],
    ['the neighbors of an own element', '.mf-help-a~*{color:red}'],
    ['a neighbor of an own element', '.mf-help-a + header{color:red}'],
    ['a nested rule that leads out', '.mf-help-a{& ~ header{color:red}}'],
    ['a nested rule around', '.mf-help-a{body:has(&){color:red}}'],
    ['inside a condition', '@media (width>1px){@supports (a:b){h1{color:red}}}'],
    ['inside a layer of its own', '@layer mf-help-base{h1{color:red}}'],
    ['inside an anonymous layer', '@layer{h1{color:red}}'],
    ['inside the layer of components', '@layer components{h1{color:red}}'],
    ['a view transition', '::view-transition-old(root){animation:none}'],
    ['another remote of the page', '[data-remote=mf-booking] h1{color:red}'],
    ['another remote by a loose match', '[data-remote^=mf-help] h1{color:red}'],
    ['a slot of another remote', '[data-slot^="mf-booking."] h1{color:red}'],
    ['slots of a longer name', '[data-slot^="mf-help"] h1{color:red}'],
    ['slots in any case', '[data-slot^="mf-help." i] h1{color:red}'],
  ])('refuses a rule for %s', (_, css) => {
    expect(problemsIn(css)).toEqual([expect.stringMatching(/^styles pages of other teams with '/)]);
  });

  test.each([
    ["@font-face{font-family:Inter;src:url('/a.woff2')}", "names @font-face 'Inter'"],
    ['@keyframes spin{to{rotate:1turn}}', "names @keyframes 'spin'"],
    ['@-webkit-keyframes spin{to{rotate:1turn}}', "names @keyframes 'spin'"],
    ['@property --color-accent{syntax:"*";inherits:true}', "names @property '--color-accent'"],
    ['@layer base{.mf-help-a{color:red}}', "names the layer 'base'"],
    ['@layer mf-help-a,shell;', "names the layer 'shell'"],
    ['@counter-style decimal{system:fixed;symbols:a}', "names @counter-style 'decimal'"],
    ['@position-try --below{top:0}', "names @position-try '--below'"],
    ['.mf-help-a{view-transition-name:header}', "names view-transition-name 'header'"],
    ['.mf-help-a{anchor-name:--menu}', "names anchor-name '--menu'"],
    ['@page{margin:0}', 'has @page'],
    ['@view-transition{navigation:auto}', 'has @view-transition'],
    ['@import url(x.css);', 'has @import'],
    ['@scope (main){h1{color:red}}', 'has @scope (main)'],
    ['@scope{h1{color:red}}', 'has @scope ()'],
    ['@scope to (.mf-help-a){h1{color:red}}', 'has @scope to (.mf-help-a)'],
    ['@scope (.mf-help-a:not(.x),body){p{color:red}}', 'which is not a class of yours'],
    ['@scope (.mf-help-a\\),body){p{color:red}}', 'which is not a class of yours'],
    ['@scope (.mf-help-a!){p{color:red}}', 'which cannot be parsed'],
    ['@font-face{FONT-FAMILY:Inter;src:url(a.woff2)}', "names @font-face 'Inter'"],
    ['@font-face{font\\-family:\\49nter;src:url(a.woff2)}', "names @font-face 'Inter'"],
    ['@font-f\\61 ce{font-family:Inter}', 'has @font-f\\61 ce'],
    ['@key\\66rames spin{}', 'has @key\\66rames spin'],
    ['.mf-help-a{view-transition-nam\\65:root}', "names view-transition-name 'root'"],
    ['.mf-help-a{ANCHOR\\-NAME:--menu}', "names anchor-name '--menu'"],
    ['@font-feature-values Inter{@styleset{a:1}}', 'has @font-feature-values Inter'],
    ['@unknown x{h1{color:red}}', 'has @unknown x'],
  ])('refuses %s', (css, what) => {
    expect(problemsIn(css)).toEqual([expect.stringContaining(what)]);
  });

  test.each([
    '.mf-help-a{color:red;--color-accent:red}',
    '.mf-help-a h1,:root[data-theme=dark] .mf-help-a>*{color:red}',
    '.mf-help-a>*+*{margin:0}',
    '.mf-help-a+.mf-help-b,.mf-help-a~.mf-help-a{margin:0}',
    '.mf-help-a::before,.mf-help-a:hover:not(:disabled){color:red}',
    ':where(.mf-help-a) a,a:is(.mf-help-a,.mf-help-b){color:red}',
    '.mf-help-a{&:hover{color:red}.theirs{color:red}> *{color:red}body &{color:red}}',
    '[data-remote=mf-help] h1,[data-remote="mf-help"]{color:red}',
    '[data-slot^="mf-help."] h1,[data-slot^=mf-help\\.] h1{color:red}',
    '@media print{@container (width>1px){.mf-help-a{color:red}}}',
    '@layer mf-help-base{.mf-help-a{color:red}}',
    '@layer{.mf-help-a{color:red}}',
    '@layer components{.mf-help-a{color:red}}',
    '@keyframes mf-help-spin{from{rotate:0}to{rotate:1turn}}',
    '@font-face{font-family:"mf-help-Inter"}',
    '@property --mf-help-size{syntax:"*";inherits:true}',
    '@scope (.mf-help-a) to (.mf-help-b){h1{color:red}:scope{color:red}}',
    '.mf-help-a{view-transition-name:mf-help-card;anchor-name:none}',
    '::view-transition-group(mf-help-card){animation:none}',
    '@charset "utf-8";',
    '@scope (.mf-help-a:not(.x)) to (:is(.y)){h1{color:red}}',
    '.mf-help-a{VIEW-TRANSITION-NAME:NONE;anchor-name:\\2d-mf-help-menu}',
    '.mf\\-help-a,:IS(.mf-help-a) p,[DATA-rem\\6fte=mf-help]{color:red}',
    '@layer comp\\6fnents{.mf-help-a{color:red}}@keyframes mf\\-help-spin{}',
    '@property \\2d-mf-help-size{syntax:"*";inherits:true}',
  ])('accepts %s', (css) => {
    expect(problemsIn(css)).toEqual([]);
  });

  test('refuses a class of a remote with a longer name', () => {
    expect(problemsIn('.mf-help-desk-a{color:red}', ['mf-help', 'mf-help-desk'])).toHaveLength(1);
    expect(problemsIn('.mf-help-desk-a{color:red}', ['mf-help', 'mf-booking'])).toEqual([]);
  });

  test.each([
    '.mf-help-desk\\-a{color:red}',
    '@keyframes mf-help-d\\65sk-spin{}',
    '@layer mf-help-desk\\-base;',
    '@font-face{font-family:MF-HELP-DESK-Inter}',
    '::view-transition-old(mf-help-desk\\-a){color:red}',
  ])('refuses %s of a remote with a longer name', (css) => {
    expect(problemsIn(css, ['mf-help', 'mf-help-desk'])).toHaveLength(1);
  });

  test.each([
    ['@import url("https://fonts.example/css2?family=Inter");', 'add its files to your build'],
    ["@import '//fonts.example/a.css';", 'add its files to your build'],
    ['@import url(HTTPS://fonts.example/a.css) layer(a);', 'add its files to your build'],
    ["@import './more.css';", 'import the file in your script instead'],
  ])('names the remedy for %s', (css, remedy) => {
    expect(findInStyles(css, 'mf-help')).toMatchObject([
      { remedy: expect.stringContaining(remedy) },
    ]);
  });

  test('reports line, column and remedy', () => {
    expect(findInStyles('.mf-help-a{}\n\n  body{}', 'mf-help')).toMatchObject([
      { line: 3, column: 3, remedy: expect.stringContaining('.module.css') },
    ]);
    expect(findInStyles('@keyframes spin{}', 'mf-help')).toMatchObject([
      { remedy: 'call it mf-help-spin' },
    ]);
  });
});
