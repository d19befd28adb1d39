import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspectHere, ReleaseRefused } from '@carry/releases';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildRenderer, remoteCode } from '../test/start-pool';
import { inspectSandboxed } from './inspect-sandboxed';

let built: Awaited<ReturnType<typeof buildRenderer>>;
const bundle = () => path.join(path.dirname(built.bundle), 'inspect.cjs');
beforeAll(async () => {
  built = await buildRenderer();
});
afterAll(() => built.remove());

/** Tries to reach the process through each function that the realm received. */
const escaped = `
  const out = (value) => { throw new Error('found ' + value); };
  const makers = [require, module.constructor, URL, setTimeout].map((value) => value && value.constructor && value.constructor.constructor);
  for (const make of makers) { try { const host = make('return process')(); out(JSON.stringify(host.env) + typeof host.getBuiltinModule + typeof host.kill); } catch (error) { if (/^found/.test(error.message)) throw error; } }
  throw new Error('found nothing');`;

describe('sandboxed inspection', () => {
  test('returns the same inspection as without a sandbox', async () => {
    const code = remoteCode({});
    expect(await inspectSandboxed(bundle())('mf-help', code)).toEqual(
      await inspectHere('mf-help', code),
    );
    const twice = `${code} module.exports.default.createRoutes = () => [{ id: 'a', path: '/a', children: [{ path: 'b', element: null }] }];`;
    expect(await inspectSandboxed(bundle())('mf-help', twice)).toMatchObject({
      refused: expect.stringContaining('its route b renders nothing'),
    });
  });

  test('returns a menu entry with the file of its icon', async () => {
    const menu = "{ label: 'Help', icon: '/_carry_assets_/static/svg/help.svg' }";
    const code = `${remoteCode({})} module.exports.default.createRoutes = () => [{ id: 'a', path: '/a', element: 'a', handle: { menu: ${menu} } }];`;
    const inspection = await inspectSandboxed(bundle())('mf-help', code);
    expect(JSON.stringify(inspection)).toContain('"icon":"web/static/svg/help.svg"');
    expect(inspection).toEqual(await inspectHere('mf-help', code));
  });

  test('hides environment, modules and processes from escaped code', {
    tags: ['@fault-sealed'],
  }, async () => {
    vi.stubEnv('SECRET_OF_THE_SERVER', 'do-not-tell');
    const message = await inspectSandboxed(bundle())('mf-help', escaped).catch(
      (error: Error) => error.message,
    );
    expect(message).toMatch(/found nothing/);
    expect(message).not.toContain('do-not-tell');
    // the same code does leak without the sandbox
    expect(await inspectHere('mf-help', escaped).catch((error: Error) => error.message)).toContain(
      'do-not-tell',
    );
    vi.unstubAllEnvs();
  });

  test.each([
    ['never ends', 'while (true);', /timed out/],
    [
      'never ends in its routes',
      "module.exports.default = { contractVersion: 2, createRoutes: () => [{ path: '/a', lazy: () => new Promise(() => {}) }] };",
      /timed out|crashed/,
    ],
    [
      'exhausts the memory',
      'const all = []; for (;;) all.push(new Uint8Array(50_000_000).fill(1));',
      /memory|crashed|timed out/,
    ],
  ])('rejects a bundle that %s', async (_, code, why) => {
    await expect(inspectSandboxed(bundle(), 3000)('mf-help', code)).rejects.toThrow(why);
  });

  test('rejects a bundle that is not code', async () => {
    await expect(inspectSandboxed(bundle())('mf-help', '}{')).rejects.toThrow(
      /cannot be evaluated/,
    );
  });

  test('reports a process that cannot start, and refuses no release for it', async () => {
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    const inspected = inspectSandboxed(bundle())('mf-help', remoteCode({}));
    process.execPath = execPath;
    await expect(inspected).rejects.toThrow('spawn /nowhere/node ENOENT');
    await expect(inspected).rejects.not.toBeInstanceOf(ReleaseRefused);
  });

  test('bundles the inspector without external modules', () => {
    expect(readFileSync(bundle(), 'utf8')).not.toMatch(/require\("(?!node:)[a-z@]/);
  });
});
