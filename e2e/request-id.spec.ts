import { signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('carries one request id from proxy to API to error page @ours', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors('500 /api/my-sessions/');
  await signIn(page);
  const carried: (string | undefined)[] = [];
  await page.route(/\/api\/my-sessions\//, (route) => {
    carried.push(route.request().headers()['x-request-id']);
    return route.fulfill({
      status: 500,
      headers: {
        'access-control-allow-origin': site.urls.site,
        'access-control-expose-headers': 'x-request-id',
        'x-request-id': 'api-7f3a',
      },
      body: '{}',
    });
  });
  const answer = await page.goto('/sessions');
  await expect(page.getByText("We couldn't load your sessions.")).toBeVisible();
  await expect(page.getByText('Reference: api-7f3a')).toBeVisible();
  expect(carried).toEqual([answer?.headers()['x-request-id']]);
});
