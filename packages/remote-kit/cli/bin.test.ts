import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/** As in a repository without the router. */
const WITHOUT_ROUTER = `
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    export async function resolve(name, context, next) {
      if (/^react-router/.test(name)) throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    }\`));
`;

test('names the packages that a repository lacks', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', import.meta.resolve('tsx')],
      ...['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_ROUTER)}`],
      path.join(import.meta.dirname, 'bin.ts'),
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).toMatch(
    /^@carry\/remote-kit needs react-router, react-router-dom; run: npm install 'react-router@\^7\S+' 'react-router-dom@\^7\S+'\n$/,
  );
  expect(status).toBe(1);
});
