import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildProblems } from './browser-builds';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-builds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the features that a built script needs and a supported browser lacks. */
function missingIn(script: string): string[] {
  const file = path.join(folder, 'built.js');
  writeFileSync(file, script);
  return buildProblems([file], folder).map((problem) => problem.split(' ')[1] ?? '');
}

test.each([
  ['a static method', 'Promise.withResolvers()', 'withResolvers'],
  ['a static method with a common name', 'AbortSignal.any([])', 'any'],
  ['a member of an unknown object', 'e=>e.parentNode.checkVisibility()', 'checkVisibility'],
  ['a global function', 'requestIdleCallback(()=>{})', 'requestIdleCallback'],
  ['a class of Intl', 'new Intl.Segmenter("en")', 'Segmenter'],
  ['a global class', 'new WebTransport("https://example.com")', 'WebTransport'],
  ['a call in a callback of a `try`', 'try{f(()=>{Object.groupBy(a,b)})}catch{}', 'groupBy'],
])('finds %s', (_, script, name) => {
  expect(missingIn(script)).toEqual([name]);
});

test.each([
  ['an old feature', '[3,1].toSorted();structuredClone({});fetch("/")'],
  ['a member with a common name', 'e.any([]);e.union(t);e.run()'],
  ['a check', '"function"==typeof e.startViewTransition&&e.startViewTransition(()=>{})'],
  ['an optional call', 'e.checkVisibility?.()'],
  ['a call in a `try`', 'try{e.startViewTransition(()=>{})}catch(t){n()}'],
  ['a feature that comes with a checked one', '"startViewTransition"in d&&t.skipTransition()'],
  ['a function of the file', 'function requestIdleCallback(){}requestIdleCallback()'],
])('accepts %s', (_, script) => {
  expect(missingIn(script)).toEqual([]);
});
