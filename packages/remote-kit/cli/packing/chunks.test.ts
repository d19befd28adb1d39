import { describe, expect, test } from 'vitest';
import { isChunk, withoutCopies } from './chunks';

const chunk = (modules: string) =>
  `/*! LICENSE */"use strict";(self.webpackChunka=self.webpackChunka||[]).push([[1],{${modules}}]);`;
const react = '163(e,t){t.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE={}}';
const reads = '7(e,t,r){r(163).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE.H}';

describe('withoutCopies', () => {
  test('removes React and keeps its neighbors', () => {
    const text = withoutCopies(chunk(`5(e){e.exports=1},${react},${reads}`));
    expect(text).toBe(chunk(`5(e){e.exports=1},163:0,${reads}`));
  });

  test('keeps the places of modules in a list', () => {
    const list = `(self.a=self.a||[]).push([[1],[,(e,t)=>{t.__DOM_INTERNALS_DO_NOT_USE_={}},e=>2]]);`;
    expect(withoutCopies(list)).toBe('(self.a=self.a||[]).push([[1],[,0,e=>2]]);');
  });

  test('keeps other chunks as they are', () => {
    const text = chunk('"./a.js":(e=>{e.exports="b"})');
    expect(withoutCopies(text)).toBe(text);
  });
});

test('distinguishes chunks from scripts that start a page', () => {
  expect(isChunk(chunk('5(e){e.exports=1}'))).toBe(true);
  expect(isChunk('(()=>{var e={5(e){}};start(e)})();')).toBe(false);
  expect(isChunk('document.title="a"')).toBe(false);
});
