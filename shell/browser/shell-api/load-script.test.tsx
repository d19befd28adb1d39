import { beforeEach, expect, test } from 'vitest';
import { createScriptLoader } from './load-script';

const URL_OF_SCRIPT = 'https://js.provider.example/v3';
const scripts = () => [...document.head.querySelectorAll('script')];
const page = window as unknown as Record<string, unknown>;
let load: ReturnType<typeof createScriptLoader>;
beforeEach(() => {
  for (const script of scripts()) script.remove();
  delete page['Provider'];
  load = createScriptLoader(['https://js.provider.example']);
});

test('loads a script once and returns its global to every caller', async () => {
  const both = [load(URL_OF_SCRIPT, 'Provider'), load(URL_OF_SCRIPT, 'Provider')];
  expect(scripts().map(({ src }) => src)).toEqual([URL_OF_SCRIPT]);
  page['Provider'] = { ready: true };
  scripts()[0]?.dispatchEvent(new Event('load'));
  expect(await Promise.all([...both, load(URL_OF_SCRIPT, 'Provider')])).toEqual(
    Array(3).fill({ ready: true }),
  );
  expect(scripts()).toHaveLength(1);
});

test('requests a failed script again on the next call', async () => {
  const failing = load(URL_OF_SCRIPT, 'Provider');
  scripts()[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow(`${URL_OF_SCRIPT} could not be loaded`);
  expect(scripts()).toEqual([]);
  const again = load(URL_OF_SCRIPT, 'Provider');
  page['Provider'] = 'here';
  scripts()[0]?.dispatchEvent(new Event('load'));
  expect(await again).toBe('here');
});

test('rejects a script that does not define its global', async () => {
  const loading = load(URL_OF_SCRIPT, 'Provider');
  scripts()[0]?.dispatchEvent(new Event('load'));
  await expect(loading).rejects.toThrow('did not define Provider');
});

test.each([
  'https://evil.example/v3',
  'https://js.provider.example.evil.example/v3',
  'https://js.provider.example@evil.example/v3',
  'http://js.provider.example/v3',
  '//evil.example/v3',
  '/assets/other.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
])('rejects %s, whose origin is not listed', async (url) => {
  await expect(load(url, 'Provider')).rejects.toThrow('script origin is not allowed:');
  expect(scripts()).toEqual([]);
});
