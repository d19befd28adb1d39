// Deleted data invalidates cached pages; stale-while-revalidate covers outages only.

import { demo } from 'api/demo';
import { expect, test } from './support/site/fixtures';

const WITHIN_MS = 2000;
const BOOK = 'href="/booking/1"';

test('removes a locked coach from every page within two seconds', {
  tag: '@ours',
}, async ({ page, site }) => {
  const read = async (path: string) => {
    const answer = await fetch(site.urls.site + path);
    return { status: answer.status, html: await answer.text() };
  };
  const operator = async (path: string, method = 'GET') => {
    const answer = await fetch(`${site.urls.api}/api/operator/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${site.env['OPERATOR_TOKEN']}`,
        'content-type': 'application/json',
      },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const [member] = (await operator(`members/?q=${demo.coach.email}`)) as [{ id: number }];
  for (const path of ['/', '/cs2', '/valorant', '/coaches'])
    await expect.poll(async () => (await read(path)).html).toContain(BOOK);
  expect((await read('/lol')).html).toContain('We have coaches for');
  expect((await read('/booking/1')).status).toBe(200);
  await operator(`members/${member.id}/lock/`, 'POST');
  try {
    await expect
      .poll(
        async () => {
          const [lol, booking, ...sellers] = await Promise.all(
            ['/lol', '/booking/1', '/', '/cs2', '/valorant', '/coaches'].map(read),
          );
          return {
            sold: sellers.filter(({ html }) => html.includes(BOOK)).length,
            promised: lol?.html.includes('We have coaches for'),
            booking: booking?.status,
          };
        },
        { timeout: WITHIN_MS, intervals: [100] },
      )
      .toEqual({ sold: 0, promised: false, booking: 404 });
    await page.goto('/cs2');
    await expect(page.getByText('There are currently no coaches for')).toBeVisible();
  } finally {
    await operator(`members/${member.id}/unlock/`, 'POST');
  }
});
