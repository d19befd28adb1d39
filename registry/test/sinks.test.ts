import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
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
  'importScripts(t)',
  'let s=document.createElement("script");s.src=t',
  "d.createElement('script')",
])('%s is refused', { tags: ['@fault-11.11', '@fault-C5'] }, (code) => {
  expect(() => checkSinks('web/x.js', `var before=1;${code};`)).toThrow(
    /web\/x\.js: makes (markup|a script element|code from text) of text/,
  );
});

test.each([
  'try{return this||Function("return this")()}catch{}',
  's.g.importScripts&&(u=s.g.location+"")',
  '(o=document.createElement("script")).timeout=120',
  'setTimeout(()=>go(),9)',
  'isFunction(t)',
  'medieval(t)',
  'document.createElement("i").textContent=t',
])('%s is not', (code) => {
  checkSinks('web/x.js', code);
});

test('a remote that brings one is not published', {
  tags: ['@fault-C5', '@fault-11.11'],
}, async () => {
  const store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-store-')));
  const dist = build({ web: { 'markdown.0123456789.js': 'i.innerHTML="&"+t+";"' } });
  await expect(release(store, dist)).rejects.toThrow(
    /markdown\.0123456789\.js: makes markup of text/,
  );
});
