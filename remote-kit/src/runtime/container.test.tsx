import { afterEach, expect, test } from 'vitest';
import { runContainer } from './container';

const page = globalThis as unknown as Record<string, unknown>;
const container = { init() {}, get: async () => () => 'module' };

afterEach(() => {
  document.head.replaceChildren();
  delete page['mf_a'];
});

function entry(): HTMLScriptElement {
  const script = document.createElement('script');
  script.type = 'text/plain'; // jsdom shall not run it
  return script;
}

test('the container is what the entry has left', async () => {
  const script = entry();
  const running = runContainer('mf_a', script);
  expect(script.isConnected).toBe(true);
  page['mf_a'] = container;
  script.dispatchEvent(new Event('load'));
  expect(await running).toBe(container);
});

test('what stood under its name before is never taken for it', async () => {
  page['mf_a'] = container;
  const script = entry();
  const running = runContainer('mf_a', script);
  script.dispatchEvent(new Event('load'));
  await expect(running).rejects.toThrow('has left no container');
  expect(script.isConnected).toBe(false);
});

test.each([[{}], [{ init() {} }], [{ init: 1, get() {} }], [null]])(
  '%o is not a container',
  async (left) => {
    const script = entry();
    const running = runContainer('mf_a', script);
    page['mf_a'] = left;
    script.dispatchEvent(new Event('load'));
    await expect(running).rejects.toThrow('has left no container');
  },
);

test('an entry that cannot be loaded says so, and leaves no script behind', async () => {
  const script = entry();
  const running = runContainer('mf_a', script);
  script.dispatchEvent(new Event('error'));
  await expect(running).rejects.toThrow('could not be loaded');
  expect(script.isConnected).toBe(false);
});
