import { expect, test, vi } from 'vitest';

test.each([
  ['eyJ.e30.s', 'stored'],
  ['undefined', undefined],
  ['null', undefined],
])('selects the header for the stored text %s', async (text, header) => {
  delete document.documentElement.dataset['session'];
  localStorage.setItem('access', text);
  vi.resetModules();
  await import('./first');
  expect(document.documentElement.dataset['session']).toBe(header);
  localStorage.clear();
});
