import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findInScript } from '../src/checks/scripts';
import { checkSinks } from '../src/checks/sinks';
import { DirectoryStore } from '../src/index';
import { build, release } from './build';

test.each([
  'e.innerHTML=t',
  'e["innerHTML"]=t',
  'Object.assign(e,{innerHTML:t})',
  'e.outerHTML=t',
  "e.insertAdjacentHTML('beforeend',t)",
  'f.srcdoc=t',
  'jsx("div",{dangerouslySetInnerHTML:{__html:t}})',
  'document.write(t)',
  'document.writeln(t)',
  "new DOMParser().parseFromString(t,'text/html')",
  'range.createContextualFragment(t)',
  'e.setHTMLUnsafe(t)',
  'eval(t)',
  '(0,eval) (t)',
  'new Function("a",t)',
  'Function(t)()',
  "setTimeout('go()',9)",
  'importScripts("https://cdn.example/a.js")',
  'importScripts("data:text/javascript,go()")',
  'let s=document.createElement("script");s.src=t',
  "d.createElement('script')",
  'const w=window;w["ev"+"al"](t)',
  'const add=e.insertAdjacentHTML;add.call(e,t)',
  'jsx("iframe",{srcDoc:t})',
  'const props={__html:t}',
  "e.setAttribute('srcdoc',t)",
  "d.createElementNS(svg,'script')",
  'const code="go()";setTimeout(code,9)',
])('rejects %s', { tags: ['@fault-11.11', '@fault-C5'] }, (code) => {
  expect(() => checkSinks('web/x.js', `var before=1;${code};`)).toThrow(
    /web\/x\.js: (?:makes (?:markup from text|a script element|code from text)|loads a script of another origin) \(.+\); .{20}/,
  );
});

test.each(['class Item{accessor name}', 'const shape=/[\\p{L}--[a-z]]/v', 'using file=open()'])(
  'refuses syntax that a supported browser cannot parse: %s',
  (code) => {
    expect(() => checkSinks('web/x.js', code)).toThrow(/web\/x\.js: is not a script/);
  },
);

test('accepts a list of 300,000 elements', () => {
  checkSinks('web/x.js', `var a=[${'1,'.repeat(300_000)}];f(${'1,'.repeat(300_000)})`);
});

test('refuses a script that is nested too deeply as such', () => {
  expect(() => checkSinks('web/x.js', `var a=${'b+'.repeat(50_000)}b;`)).toThrow(
    /^web\/x\.js is nested too deeply to be checked, for example by a chain of thousands of operators; /,
  );
});

test('accepts the newest syntax that all supported browsers parse', () => {
  checkSinks('web/x.js', 'class A{static{this.#b(/(?<=a)b/d)}static #b(c){return c.d??=c?.e}}');
});

test.each([
  'try{return this||Function("return this")()}catch{}',
  's.g.importScripts&&(u=s.g.location+"")',
  'e[t]||importScripts(r.p+r.u(t))',
  '(o=document.createElement("script")).timeout=120',
  'setTimeout(()=>go(),9)',
  'isFunction(t)',
  'medieval(t)',
  'document.createElement("i").textContent=t',
  'const names=["dangerouslySetInnerHTML","innerHTML"]',
  'const known={dangerouslySetInnerHTML:1,innerHTML:!0}',
  'const {dangerouslySetInnerHTML:t,...rest}=props',
  'if(props.dangerouslySetInnerHTML==null)go()',
  '/^(children|dangerouslySetInnerHTML|srcdoc)$/.test(name)',
  'typeof eval',
  'stream.write(t)',
])('accepts %s', (code) => {
  checkSinks('web/x.js', code);
});

test('refuses to publish a remote with a sink', {
  tags: ['@fault-C5', '@fault-11.11'],
}, async () => {
  const store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-store-')));
  const dist = build({ web: { 'markdown.0123456789.js': 'i.innerHTML="&"+t+";"' } });
  await expect(release(store, dist)).rejects.toThrow(
    /markdown\.0123456789\.js:1:3 makes markup from text/,
  );
});

describe('findInScript', () => {
  const storageIn = (code: string) =>
    findInScript(code)
      .filter(({ kind }) => kind === 'storage')
      .map(({ what }) => what);

  test.each([
    ['localStorage.getItem("access")', 'uses localStorage'],
    ['window.localStorage.access', 'uses localStorage'],
    ['window["local"+"Storage"].access', 'uses localStorage'],
    ['const key="sessionStorage";self[key].clear()', 'uses sessionStorage'],
    ['const w=globalThis;let v;v=w;v.localStorage', 'uses localStorage'],
    ['const {localStorage:s}=window;s.clear()', 'uses localStorage'],
    ['const {document:{cookie:c}}=window;send(c)', 'uses document.cookie'],
    ['function get(){return window}get().localStorage', 'uses localStorage'],
    ['(function(root){root.localStorage.clear()})(window)', 'uses localStorage'],
    [
      '(function(root){root.localStorage.clear()})(typeof self<"u"?self:global)',
      'uses localStorage',
    ],
    ['const env={root:window};env.root.localStorage', 'uses localStorage'],
    ['n.d(e,{w:()=>r});const r=window;n(7).w.localStorage', 'uses localStorage'],
    ['n.g.localStorage.clear()', 'uses localStorage'],
    ['document.defaultView.localStorage', 'uses localStorage'],
    ['frame.contentWindow.localStorage', 'uses localStorage'],
    ['Reflect.get(window,"localStorage")', 'uses localStorage'],
    ['Object.getOwnPropertyDescriptor(Document.prototype,"cookie").get', 'uses document.cookie'],
    ['document.cookie="a=1"', 'uses document.cookie'],
    ['const d=e.ownerDocument;d.cookie', 'uses document.cookie'],
    ['indexedDB.open("x")', 'uses indexedDB'],
    ['caches.open("x")', 'uses caches'],
    ['cookieStore.get("x")', 'uses cookieStore'],
    ['navigator.storage.getDirectory()', 'uses navigator.storage'],
    ['onstorage=null;addEventListener("storage",f)', 'uses the event storage'],
    ['event.storageArea.access', 'uses storageArea'],
  ])('finds storage in %s', (code, what) => {
    expect(storageIn(code)).toContain(what);
  });

  test.each([
    'typeof localStorage',
    '"localStorage" in window',
    'const options={localStorage:!0,cookie:"x"}',
    'options.localStorage&&go()',
    'const names=["localStorage","indexedDB","caches"]',
    'headers.cookie',
    'function f(localStorage){return localStorage.x}',
    'const caches=new Map;caches.get(1)',
    'request.caches',
  ])('finds none in %s', (code) => {
    expect(storageIn(code)).toEqual([]);
  });
});
