import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { hostRuntimeAlias, remoteRuntimeAlias } from './federation-runtime';

test('replaces only files that the federation packages have', () => {
  const replaced = [hostRuntimeAlias, remoteRuntimeAlias].flatMap(Object.entries);
  const paths = replaced.flat().filter((file) => file.startsWith('/'));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((file) => !existsSync(file))).toEqual([]);
});

const unusedPart = (): Promise<Record<string, (...args: unknown[]) => unknown>> =>
  import(hostRuntimeAlias[Object.keys(hostRuntimeAlias).at(-1) ?? ''] ?? '');

test('names the replacement of preloadRemote', async () => {
  const { preloadAssets } = await unusedPart();
  expect(preloadAssets).toThrow(/no preloadRemote .*: the site preloads .* a slot shows/);
});

test('starts the runtime without a plugin for tree-shaken shared modules', async () => {
  expect(Object.keys(remoteRuntimeAlias).filter((file) => file.endsWith('/init.js'))).toHaveLength(
    1,
  );
  const { init } = await unusedPart();
  const initOptions = { name: 'mf_help', remotes: [] };
  const runtime = { init: vi.fn(() => 'instance') };
  const webpackRequire = { federation: { initOptions, runtime } };
  expect(init?.({ webpackRequire })).toBe('instance');
  expect(runtime.init).toHaveBeenCalledWith({ name: 'mf_help', remotes: [] });
});
