import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { spawnSandboxed } from './spawn';

const script = `
const tried = {};
const attempt = (what, work) => { try { work(); tried[what] = 'done'; } catch (error) { tried[what] = error.code ?? error.name; } };
attempt('read', () => require('fs').readFileSync('/etc/passwd'));
attempt('list', () => require('fs').readdirSync(__dirname));
attempt('write', () => require('fs').writeFileSync(__filename, ''));
attempt('process', () => require('child_process').spawnSync('id'));
attempt('thread', () => new (require('worker_threads').Worker)('1', { eval: true }));
attempt('binding', () => process.binding('fs'));
attempt('code', () => Function('return 1')());
attempt('prototype', () => { 'use strict'; Object.defineProperty(Array.prototype, 'x', { value: 1 }); });
console.log(JSON.stringify({ env: Object.keys(process.env), tried }));`;

test('denies environment, files, processes, threads, bindings and eval', {
  tags: ['@fault-11.29'],
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-spawn-'));
  const bundle = path.join(folder, 'script.cjs');
  writeFileSync(bundle, script);
  process.env['CARRY_TEST_SECRET'] = 'secret';
  process.env['TZ'] ??= 'UTC';
  const child = spawnSandboxed(bundle);
  const [output] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')]);
  rmSync(folder, { recursive: true });
  expect(JSON.parse(output)).toEqual({
    env: ['TZ'],
    tried: {
      read: 'ERR_ACCESS_DENIED',
      list: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      process: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
      binding: 'ERR_ACCESS_DENIED',
      code: 'EvalError',
      prototype: 'TypeError',
    },
  });
});

test('ignores writes to a process that has ended', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-spawn-'));
  const bundle = path.join(folder, 'script.cjs');
  writeFileSync(bundle, 'process.exit(3)');
  const child = spawnSandboxed(bundle);
  const chunk = Buffer.alloc(1024 * 1024); // does not fit into the pipe
  child.stdin?.write(chunk);
  expect((await once(child, 'exit'))[0]).toBe(3);
  child.stdin?.write(chunk);
  rmSync(folder, { recursive: true });
});

test('leaves no listener behind for a process that cannot start', async () => {
  const { execPath } = process;
  const before = process.listenerCount('exit');
  process.execPath = '/nowhere/node';
  const child = spawnSandboxed('/nowhere/script.cjs');
  process.execPath = execPath;
  expect((await once(child, 'error'))[0].code).toBe('ENOENT');
  expect(process.listenerCount('exit')).toBe(before);
});
