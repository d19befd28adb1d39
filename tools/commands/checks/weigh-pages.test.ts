import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProblems, weighPages, weighServers } from './weigh-pages';

let root: string;
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
};
const measureSize = (...texts: string[]) =>
  texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
const shell = 'shell '.repeat(50);
const route = Array.from({ length: 200 }, (_, number) => `route${number}`).join(' ');

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'weigh-'));
  write(
    'shell/dist/web/index.html',
    '<script src="/assets/main.js"></script><link href="/assets/main.css" rel="stylesheet"><link href="/assets/a.woff2" rel="preload">',
  );
  write('shell/dist/web/main.js', shell);
  write('shell/dist/web/main.css', 'body{}');
  write('shell/dist/web/async/later.js', 'later');
  const build = {
    entry: 'web/entry.js',
    expose: ['web/remote.js'],
    routes: { home: ['web/entry.js', 'web/home.js', 'web/home.css'], text: [] },
  };
  write('mf-a/dist/build.json', JSON.stringify(build));
  write('mf-a/dist/web/entry.js', 'entry');
  write('mf-a/dist/web/remote.js', 'remote');
  write('mf-a/dist/web/home.js', route);
  write('mf-a/dist/web/home.css', 'main{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('weighs the shell, the entry and the files of a route', () => {
  expect(weighPages(root, ['mf-a'])).toEqual({
    'mf-a home': {
      javascript: measureSize(shell, 'entry', 'remote', route),
      css: measureSize('body{}', 'main{}'),
      requests: 4,
    },
    'mf-a text': {
      javascript: measureSize(shell, 'entry', 'remote'),
      css: measureSize('body{}'),
      requests: 3,
    },
  });
});

test('reports a page above its budget with both figures', () => {
  const budgets = weighPages(root, ['mf-a']);
  expect(findProblems(weighPages(root, ['mf-a']), budgets)).toEqual([]);
  write('mf-a/dist/web/home.js', `${route} ${route.replaceAll('route', 'more')}`);
  write('mf-a/dist/web/home.css', 'main{}aside{color:red}');
  const heavier = weighPages(root, ['mf-a'])['mf-a home'];
  const { javascript, css } = budgets['mf-a home'] ?? {};
  expect(findProblems(weighPages(root, ['mf-a']), budgets)).toEqual([
    expect.stringContaining(
      `mf-a home: javascript ${heavier?.javascript}, its budget is ${javascript};`,
    ),
    expect.stringContaining(`mf-a home: css ${heavier?.css}, its budget is ${css};`),
  ]);
  const more = { 'mf-a home': { javascript: 1, css: 1, requests: 7 } };
  expect(findProblems(more, { 'mf-a home': { javascript: 1, css: 1, requests: 6 } })).toHaveLength(
    1,
  );
});

test('reports missing and obsolete budgets', () => {
  const weight = { javascript: 1, css: 1, requests: 1 };
  expect(findProblems({ 'mf-a home': weight }, { 'mf-a old': weight })).toEqual([
    expect.stringContaining('mf-a home: has no budget'),
    expect.stringContaining('mf-a old: no longer exists'),
  ]);
});

test('reports a server bundle that grows by more than 5 %', () => {
  const bundle = 'mf-a/dist/server/remote.cjs';
  write(bundle, 'x'.repeat(1000));
  const budgets = weighServers(root, ['mf-a']);
  expect(budgets).toEqual({ 'mf-a': { bytes: 1000 } });
  write(bundle, 'x'.repeat(1050));
  expect(findProblems(weighServers(root, ['mf-a']), budgets)).toEqual([]);
  write(bundle, 'x'.repeat(1051));
  expect(findProblems(weighServers(root, ['mf-a']), budgets)).toEqual([
    expect.stringContaining('mf-a: bytes 1051, its budget is 1000;'),
  ]);
});
