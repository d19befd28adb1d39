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

test('a script is loaded once, and brings its global to everybody who asks', async () => {
  const both = [load(URL_OF_SCRIPT, 'Provider'), load(URL_OF_SCRIPT, 'Provider')];
  expect(scripts().map(({ src }) => src)).toEqual([URL_OF_SCRIPT]);
  page['Provider'] = { ready: true };
  scripts()[0]?.dispatchEvent(new Event('load'));
  expect(await Promise.all([...both, load(URL_OF_SCRIPT, 'Provider')])).toEqual(
    Array(3).fill({ ready: true }),
  );
  expect(scripts()).toHaveLength(1);
});

test('a script that cannot be had is asked for again the next time', async () => {
  const failing = load(URL_OF_SCRIPT, 'Provider');
  scripts()[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow(`${URL_OF_SCRIPT} could not be loaded`);
  expect(scripts()).toEqual([]);
  const again = load(URL_OF_SCRIPT, 'Provider');
  page['Provider'] = 'here';
  scripts()[0]?.dispatchEvent(new Event('load'));
  expect(await again).toBe('here');
});

test('a script that brings nothing of the name is a failure', async () => {
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
])('%s is of no listed origin: nothing is loaded', async (url) => {
  await expect(load(url, 'Provider')).rejects.toThrow('this site loads no scripts from');
  expect(scripts()).toEqual([]);
});
