import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFile } from './package';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-start-'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'server.js'), startFile('./main.js'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(version: string) {
  const older = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  return spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(older)}`, 'server.js'],
    { cwd: folder, encoding: 'utf8' },
  );
}

describe('startFile', () => {
  test.each(['18.20.8', '20.18.3'])('refuses Node %s in one line', (version) => {
    writeFileSync(path.join(folder, 'main.js'), "import { nothing } from 'node:fs';"); // fails to load, like newer code
    const { status, stderr } = run(version);
    expect(stderr).toBe(`Node 20.19 or newer is needed; this is ${version}\n`);
    expect(status).toBe(1);
  });

  test.each(['20.19.0', '24.1.0'])('starts the program on Node %s', (version) => {
    writeFileSync(path.join(folder, 'main.js'), "console.log('runs')");
    expect(run(version).stdout).toBe('runs\n');
  });
});
