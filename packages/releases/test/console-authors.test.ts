import type { AuditPage } from '@carry/contracts/console';
import { expect, test } from 'vitest';
import { fixture, kim, prepareAccountConsole, signInBrowser } from './account-console';
import { booking, operator } from './service-bench';

prepareAccountConsole();

test('reads the names of the keys that sign, and finds their changes', async () => {
  const browser = await signInBrowser(kim);
  const { authors } = await browser.start();
  const [who, name] = [`key ${booking.id}`, 'the team of mf-booking'];
  expect(authors).toMatchObject({
    'mf-booking': { [who]: name, [`key ${operator.id}`]: 'an operator' },
    site: { [`key ${operator.id}`]: 'an operator' },
  });
  expect(authors['mf-account']).not.toHaveProperty(who);
  for (const part of ['team of mf-b', booking.id]) {
    const { entries } = await browser.read<AuditPage>(`/audit?who=${part}`);
    expect(entries.map(({ to }) => to)).toEqual([...fixture.versions].reverse());
  }
});
