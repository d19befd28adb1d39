import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { upgrade } from './upgrade';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-npm-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts an npm in front of the real one that records its calls and prints a registry. */
function stubNpm(registry: string): void {
  const script = `#!/bin/sh
[ "$1" = config ] && echo '${registry}' && exit 0
echo "$PWD $*" > "$0.log"
exit 3
`;
  writeFileSync(path.join(folder, 'npm'), script);
  chmodSync(path.join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
}

describe('upgrade', () => {
  test('runs the newest create-remote in the repository', async () => {
    stubNpm('https://registry.example/');
    expect(await upgrade({ folder })).toBe(3);
    expect(readFileSync(path.join(folder, 'npm.log'), 'utf8').trim()).toBe(
      `${folder} exec --yes --package=@carry/create-remote@latest -- create-remote --upgrade`,
    );
  });

  test.each([
    ['undefined', /no registry for @carry here and would use the public one; run 'npm config set/],
    [`\${CARRY_REGISTRY}`, /is '\$\{CARRY_REGISTRY\}', which is no URL/],
  ])('runs nothing if the registry is %s', async (registry, message) => {
    stubNpm(registry);
    await expect(upgrade({ folder })).rejects.toThrow(message);
    expect(existsSync(path.join(folder, 'npm.log'))).toBe(false);
  });
});
