import path from 'node:path';
import { serveFolder } from '@carry/releases/gates';
import { remoteFolder } from 'workspace';
import { expect, test } from './support/site/guard';

const pages = {
  'mf-marketing': { path: '/cs2', words: 'Counter-Strike 2 Coaching' },
  'mf-booking': { path: '/booking/1', words: 'Book a session' },
  'mf-account': { path: '/sessions', words: 'Leave a Review' },
  'mf-coach': { path: '/coach/bookings/1', words: 'Coach Notes' },
  'mf-operator': { path: '/operator', words: 'One-on-one coaching with Nova' },
};

for (const [remote, { path: url, words }] of Object.entries(pages)) {
  test(`shows ${remote} alone with the fake shell`, async ({ page, allowErrors }) => {
    allowErrors('404 /favicon.ico');
    const server = await serveFolder(path.join(remoteFolder(remote), 'dist/standalone'));
    await page.goto(server.url + url);
    await expect(page.getByText(words).first()).toBeVisible();
    server.close();
  });
}
