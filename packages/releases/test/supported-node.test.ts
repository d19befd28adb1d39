import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const packages = path.join(import.meta.dirname, '../..');

/** As on an older Node: its version, and the program's modules cannot be loaded. */
const OLDER = `
  import { register } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '18.20.8' });
  register('data:text/javascript,' + encodeURIComponent(\`
    export async function resolve(name, context, next) {
      if (name === './main') throw new SyntaxError('it does not provide an export');
      return next(name, context);
    }\`));
`;

test.each(['releases/src/cli/bin.ts', 'remote-kit/cli/bin.ts'])(
  '%s refuses an older Node',
  (bin) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        ...['--import', import.meta.resolve('tsx')],
        ...['--import', `data:text/javascript,${encodeURIComponent(OLDER)}`],
        path.join(packages, bin),
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).toMatch(/^Node 20\.19 or newer is needed; this is 18\.20\.8\. .*\n$/);
    expect(status).toBe(1);
  },
);
