import { expect, test, vi } from 'vitest';
import { resolveShared, type Shared, type ShareScope } from './share';

const factory = (module: string) => () => module;
const provided = (name: string, more: Partial<Shared> = {}): Shared => ({
  from: 'shell',
  get: () => factory(name),
  ...more,
});
const scopeOf = (versions: Record<string, Shared>): ShareScope => ({ react: versions });
const wish = { shareKey: 'react', requiredVersion: '^19.3.0', consumer: 'mf_booking' };
const name = (taken: ReturnType<typeof resolveShared>) =>
  typeof taken === 'function' ? taken() : taken;

test('a module that nobody shares is not found', () => {
  expect(resolveShared({}, wish)).toBeNull();
  expect(resolveShared({ react: {} }, wish)).toBeNull();
  expect(resolveShared(undefined, wish)).toBeNull();
});

test('a module that is there at once is given at once, and once: everybody has the same', () => {
  const get = vi.fn(() => factory('react'));
  const scope = scopeOf({ '19.3.1': provided('', { get }) });
  expect(resolveShared(scope, wish)).toBe(resolveShared(scope, { ...wish, consumer: 'mf_coach' }));
  expect(get).toHaveBeenCalledOnce();
});

test('two who want it while it loads wait for the same one', async () => {
  const get = vi.fn(async () => factory('react'));
  const scope = scopeOf({ '19.3.1': provided('', { get }) });
  const [one, two] = await Promise.all([resolveShared(scope, wish), resolveShared(scope, wish)]);
  expect(one).toBe(two);
  expect(resolveShared(scope, wish)).toBe(one);
  expect(get).toHaveBeenCalledOnce();
});

test('a module whose file failed is asked for again', async () => {
  const get = vi.fn<Shared['get']>().mockRejectedValueOnce(new Error('gone'));
  get.mockResolvedValueOnce(factory('react'));
  const scope = scopeOf({ '19.3.1': provided('', { get }) });
  await expect(resolveShared(scope, wish)).rejects.toThrow('gone');
  expect(name((await resolveShared(scope, wish)) ?? null)).toBe('react');
});

test('of several versions all use the newest, unless another one runs already', () => {
  const versions = ['19.3.9', '19.10.0', '19.4.0'];
  const scopeWith = (more: Record<string, Partial<Shared>> = {}) =>
    scopeOf(Object.fromEntries(versions.map((v) => [v, provided(v, more[v])])));
  expect(name(resolveShared(scopeWith(), wish))).toBe('19.10.0');
  expect(name(resolveShared(scopeWith({ '19.4.0': { loaded: true } }), wish))).toBe('19.4.0');
  const lib = factory('19.3.9');
  expect(resolveShared(scopeWith({ '19.3.9': { loaded: true, lib } }), wish)).toBe(lib);
});

test.each([
  ['19.3.1', '^19.3.2'],
  ['19.2.9', '^19.3.0'],
  ['18.9.0', '^19.3.0'],
  ['20.0.0', '^19.3.0'],
])('the page has %s, asked is %s: there is only one, and the console says so', (version, range) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const scope = scopeOf({ [version]: provided('react') });
  expect(name(resolveShared(scope, { ...wish, requiredVersion: range }))).toBe('react');
  expect(warn.mock.calls).toEqual([
    [`mf_booking needs react ${range} and gets ${version} of shell, the one of this page`],
  ]);
  warn.mockRestore();
});

test.each([
  ['19.3.0', '^19.3.0'],
  ['19.10.0', '^19.3.0'],
  ['19.3.10', '^19.3.9'],
  ['19.3.1', '>=18.0.0 <20.0.0'], // what else a range may be was checked when the release was published
  ['19.3.1', undefined],
])('the page has %s, asked is %s: no warning', (version, range) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const scope = scopeOf({ [version]: provided('react') });
  expect(name(resolveShared(scope, { ...wish, requiredVersion: range }))).toBe('react');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
