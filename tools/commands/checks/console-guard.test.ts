import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';

test('fails a test that prints an error or warning without a spy', () => {
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'console-guard-'));
  try {
    writeFileSync(
      path.join(folder, 'some.test.ts'),
      `import { test, vi } from 'vitest';
test('error', () => console.error('unannounced', 1));
test('warning', () => console.warn('unannounced', 2));
test('announced', () => { const spy = vi.spyOn(console, 'error').mockImplementation(() => {}); console.error('x'); spy.mockRestore(); });
test('quiet', () => console.log('fine'));
`,
    );
    const guard = path.join(import.meta.dirname, 'console-guard.ts');
    writeFileSync(
      path.join(folder, 'vitest.config.ts'),
      `export default { test: { setupFiles: [${JSON.stringify(guard)}], reporters: ['json'] } };\n`,
    );
    const { stdout } = spawnSync(
      path.join(root, 'node_modules/.bin/vitest'),
      ['run', '--root', folder],
      { cwd: folder, encoding: 'utf8' },
    );
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      testResults: {
        assertionResults: { title: string; status: string; failureMessages: string[] }[];
      }[];
    };
    const results = testResults[0]?.assertionResults ?? [];
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ['error', 'failed'],
      ['warning', 'failed'],
      ['announced', 'passed'],
      ['quiet', 'passed'],
    ]);
    expect(results[0]?.failureMessages.join()).toContain('console.error: unannounced 1');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
