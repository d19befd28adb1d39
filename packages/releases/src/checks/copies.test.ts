import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findCopy, findCopyInPacked } from './copies';

const folder = path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));

test.each([['client'], ['profiling']])('finds a copy of the %s renderer', async (part) => {
  const file = {
    client: 'react-dom-client.production',
    profiling: 'react-dom-profiling.profiling',
  };
  const script = await readFile(
    path.join(folder, `cjs/${file[part as keyof typeof file]}.js`),
    'utf8',
  );
  expect(findCopy(script)).toBe('react-dom');
  expect(findCopyInPacked(script)).toBe('react-dom');
});

test("accepts another renderer's name", () => {
  const script = 'inject({bundleType:0,rendererPackageName:"@react-three/fiber"})';
  expect(findCopy(script)).toBeUndefined();
  expect(findCopyInPacked(script)).toBeUndefined();
});
