// Vitest setup file: fails a unit test that prints an error or warning without a spy on the console.
import { format } from 'node:util';
import { afterEach, expect } from 'vitest';

const printed: string[] = [];
for (const level of ['error', 'warn'] as const) {
  const print = console[level];
  console[level] = (...parts: unknown[]) => {
    printed.push(`console.${level}: ${format(...parts).split('\n')[0]}`);
    print(...parts);
  };
}

afterEach(() => {
  expect(printed.splice(0)).toEqual([]);
});
