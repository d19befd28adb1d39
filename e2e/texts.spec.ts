import { expect, test } from './support/site/fixtures';

const texts = {
  Terms: '/terms',
  Privacy: '/privacy',
  Imprint: '/imprint',
  'How refunds work': '/refunds',
  'How a session works': '/how-it-works',
};

test('renders the operator texts and links them everywhere', {
  tag: ['@ours', '@extra-35'],
}, async ({ page, request }) => {
  await page.goto('/');
  for (const [name, path] of Object.entries(texts)) {
    const html = await (await request.get(path)).text();
    expect(html).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`));
    expect(html.match(/<h2/g)?.length).toBeGreaterThan(3); // the footer has three
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await page.goto('/refunds');
  await expect(page.getByRole('main').getByText('Until 12 hours before it starts')).toBeVisible();
});

test('explains the use of an email beside its field', { tag: ['@ours', '@extra-35'] }, async ({
  page,
}) => {
  for (const path of ['/register', '/booking/1', '/lol']) {
    await page.goto(path);
    await expect(
      page.getByRole('main').locator('form').getByRole('link', { name: 'Privacy' }),
    ).toHaveAttribute('href', '/privacy');
  }
  await page.goto('/cs2');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'How a session works' }).first(),
  ).toHaveAttribute('href', '/how-it-works');
});
