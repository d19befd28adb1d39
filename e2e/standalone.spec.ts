import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { remoteFolder, root } from 'workspace';
import { freePorts } from 'workspace/process';
import { expect, test } from './support/site/guard';

const pages = {
  'mf-marketing': { path: '/cs2', words: 'Counter-Strike 2 Coaching' },
  'mf-booking': { path: '/booking/1', words: 'Book a session' },
  'mf-account': { path: '/sessions', words: 'Leave a Review' },
  'mf-coach': { path: '/coach/bookings/1', words: 'Coach Notes' },
  'mf-operator': { path: '/operator', words: 'One-on-one coaching with Nova' },
};

const rsbuild = path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js');

for (const [remote, { path: url, words }] of Object.entries(pages)) {
  const tag = remote === 'mf-booking' ? [] : '@full'; // each compiles the remote again
  test(`shows ${remote} alone with the fake shell`, { tag }, async ({ page, allowErrors }) => {
    allowErrors('404 /favicon.ico');
    const [port = 0] = await freePorts();
    // as `carry-remote dev` starts it
    const server = spawn(
      process.execPath,
      [rsbuild, 'dev', '--environment', 'standalone', '--port', String(port)],
      {
        cwd: remoteFolder(remote),
        env: { ...process.env, NODE_ENV: 'development', NODE_OPTIONS: '' },
        stdio: 'ignore',
      },
    );
    try {
      const address = `http://localhost:${port}${url}`;
      await expect
        .poll(
          () =>
            fetch(address).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
      await page.goto(address);
      await expect(page.getByText(words).first()).toBeVisible();
    } finally {
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
    }
  });
}
