import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { listedFiles } from './listed-files';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const collect = (pattern: RegExp, texts: string[]) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code]) => code)))].sort();

test('docs/operations/events.md lists the codes of all log lines', () => {
  const sources = listedFiles().filter((file) =>
    /^(services\/api\/src|shell\/server|packages\/(releases|server-kit)\/src)\/.*(?<!\.test)\.ts$/.test(
      file,
    ),
  );
  const logged = collect(/\bcode: '([a-z]+\.[a-z_]+)'/g, sources.map(read));
  const listed = collect(/^\| `([a-z]+\.[a-z_]+)` \|/gm, [read('docs/operations/events.md')]);
  expect(logged.length).toBeGreaterThan(20);
  expect(listed).toEqual(logged);
});
