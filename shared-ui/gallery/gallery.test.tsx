import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as sharedUi from '../src';

test('shows every component of shared-ui', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'gallery.tsx'), 'utf8');
  const components = Object.keys(sharedUi).filter((name) => /^[A-Z]/.test(name));
  expect(components).toContain('StatusPill');
  expect(components.filter((name) => !new RegExp(`<${name}\\b`).test(source))).toEqual([]);
});
