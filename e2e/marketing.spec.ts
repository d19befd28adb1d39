import { daysLoaded, settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const games = [
  ['cs2', 'Counter-Strike 2'],
  ['valorant', 'Valorant'],
  ['lol', 'League of Legends'],
  ['dota2', 'Dota 2'],
  ['fortnite', 'Fortnite'],
] as const;
const coached = new Set(['cs2', 'valorant']);

test('shows the headline, three features and five cards on home', {
  tag: [
    '@spec-1.2',
    '@spec-1.3',
    '@spec-1.4',
    '@spec-1.5',
    '@spec-2.1',
    '@spec-3.3',
    '@spec-3.4',
    '@spec-9.19',
  ],
}, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Level Up With World-Class Coaches',
  );
  await expect(
    page.getByText('Pick your game, meet elite coaches, and start carrying—fast.', { exact: true }),
  ).toBeVisible();
  for (const feature of ['Strengths and Weaknesses', 'Strategy and Mechanics', 'Learn your Role'])
    await expect(page.getByRole('heading', { name: feature, exact: true })).toBeVisible();
  const cards = page.getByRole('region', { name: 'Choose Your Game' }).getByRole('link');
  await expect(cards).toHaveCount(5);
  for (const [index, [id, name]] of games.entries()) {
    const card = cards.nth(index);
    await expect(card).toHaveAttribute('href', `/${id}`);
    await expect(card.locator('strong')).toHaveText(name);
    await expect(card.locator('span').last()).toHaveText(/\w{3}.*\.$/);
    await expect(card.locator('svg, img').first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Your game: Select your game' }).click();
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(page.getByRole('option').locator('svg, img')).toHaveCount(5);
});

for (const [id, name] of games) {
  test(`/${id}: shows the hero, the guarantee and ${coached.has(id) ? 'its coach' : 'no coach'}`, {
    tag: [
      ...(['cs2', 'lol'].includes(id) ? [] : ['@full']),
      '@spec-1.6',
      '@spec-1.7',
      '@spec-1.8',
      '@spec-2.4',
      '@spec-2.5',
      '@spec-2.6',
      '@spec-6.1',
      '@spec-9.14',
      '@extra-4',
    ],
  }, async ({ page }) => {
    await page.goto(`/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`${name} Coaching`);
    await expect(main.getByRole('heading', { level: 1 }).locator('+ p')).toHaveText(/\w+.*\./);
    const guarantee = main.locator('section', {
      has: page.getByRole('heading', { name: '100% Satisfaction Guarantee' }),
    });
    await expect(guarantee).toContainText('you get your money back');
    await expect(guarantee).toContainText('Refunds are fast');
    const need = main.locator('section', {
      has: page.getByRole('heading', { name: 'Do You Need Coaching?' }),
    });
    await expect(need.getByRole('listitem')).toHaveText([
      /stuck in the same rank/,
      /aim, decisions or gameplay get worse under pressure/,
      /inconsistent/,
      /improve your rank significantly/,
    ]);
    const banner = main.getByRole('note');
    const book = main.getByRole('link', { name: 'Book Now' });
    const quotes = main.getByRole('region', { name: 'What students say' });
    if (coached.has(id)) {
      await expect(banner).toHaveCount(0);
      await expect(book).toHaveAttribute('href', `/booking/1`);
      await expect(quotes.getByRole('button', { name: 'Next testimonial' })).toBeVisible();
      const card = main.getByRole('region', { name: 'Meet your coach' });
      await expect(card).toContainText('played Counter-Strike and Valorant');
      for (const specialty of [
        'Individual and team coaching',
        'Mechanics mastery',
        'Strategy development',
        'Mental game coaching',
      ])
        await expect(card.getByRole('listitem').filter({ hasText: specialty })).toBeVisible();
      return;
    }
    await expect(banner).toContainText(`There are currently no coaches for ${name}.`);
    await expect(banner).toContainText(/Contact Robin on the Discord server/);
    const [red = 0, green = 0, blue = 0] = await banner.evaluate((box) => {
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      canvas.fillStyle = getComputedStyle(box).borderLeftColor;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(Math.max(green, blue) + 50);
    await expect(book).toHaveCount(0);
    await expect(quotes).toHaveCount(0);
  });
}

test('shows portrait, name, rating and ranks beside the headline', {
  tag: ['@ours', '@spec-1.8', '@extra-34'],
}, async ({ page }) => {
  await page.goto('/cs2');
  const coach = page.getByRole('figure', { name: 'Nova' });
  await expect(coach).toContainText(/4\.\d \d+ reviews/); // other tests add reviews to this site
  await expect(coach.getByRole('img', { name: /^4\.\d out of 5 stars$/ })).toBeVisible();
  await expect(coach.getByRole('listitem')).toHaveText([
    'Summit Counter-Strike 2',
    'Zenith Valorant',
  ]);
  await expect(coach.locator('li img')).toHaveCount(2);
  const portrait = await coach.locator('img').first().boundingBox();
  expect(Math.min(portrait?.width ?? 0, portrait?.height ?? 0)).toBeGreaterThanOrEqual(320);
});

for (const game of coached)
  test(`/${game}: shows coach, price, action and guarantee above the fold`, {
    tag: ['@ours', '@extra-34', ...(game === 'cs2' ? [] : ['@full'])],
  }, async ({ page }) => {
    for (const [width, height, screens] of [
      [1280, 800, 1],
      [390, 844, 2],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/${game}`);
      const main = page.getByRole('main');
      const coach = main.getByRole('figure', { name: 'Nova' });
      for (const part of [
        coach.locator('img').first(),
        coach.getByText('Nova'),
        coach.getByRole('listitem').last(),
        coach.getByRole('img', { name: /out of 5 stars$/ }),
        main.getByText(/\$\d+/).first(),
        main.getByRole('link', { name: 'Book Now' }).first(),
        main.getByText(/Guarantee/).first(),
      ]) {
        const box = await part.boundingBox();
        expect(box, String(part)).not.toBeNull();
        expect((box?.y ?? 0) + (box?.height ?? 0), `${width}: ${part}`).toBeLessThanOrEqual(
          height * screens,
        );
      }
    }
  });

test('keeps the names of games on one line of a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [id, name] of games) {
    await page.goto(`/${id}`);
    const heading = page.getByRole('heading', { level: 1 }).getByText(name, { exact: true });
    const lines = await heading.evaluate((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines, name).toBe(1);
  }
});

test('has one large action on the home page', { tag: ['@extra-x10'] }, async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const action = page.getByRole('main').getByRole('button', { name: /Select your game$/ });
    await expect(action).toHaveCount(1);
    const box = await action.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(52);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
  }
});

test('rotates testimonials unless hovered, focused or motion is reduced', {
  tag: ['@extra-B2'],
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/cs2');
  await settled(page);
  const carousel = page.getByRole('region', { name: 'What students say' });
  const slide = () => carousel.locator('[data-current]').getAttribute('aria-label');
  const number = async () => Number.parseInt((await slide()) ?? '', 10);
  await carousel.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  const first = await number();
  await page.clock.runFor(5000);
  const second = await number();
  expect(second).not.toBe(first);
  await carousel.hover();
  await page.clock.runFor(20_000);
  expect(await number()).toBe(second);
  await carousel.getByRole('button', { name: 'Previous testimonial' }).click();
  expect(await number()).toBe(first);
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  await page.mouse.move(0, 0);
  await page.keyboard.press('Tab');
  await expect(carousel.getByRole('button', { name: 'Start slide rotation' })).toBeVisible();
  await page.clock.runFor(20_000);
  expect(await number()).toBe(first);
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(carousel.getByRole('button', { name: 'Start slide rotation' })).toBeVisible();
});

test('links the header to home, chat, Login and Register', {
  tag: ['@spec-1.12', '@spec-2.44', '@spec-2.46', '@spec-2.47'],
}, async ({ page }) => {
  await page.goto('/lol');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Join the Discord' })).toHaveAttribute(
    'href',
    /^https:\/\/discord/,
  );
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await header.getByRole('link', { name: 'Carry, home' }).click();
  await expect(page).toHaveURL('/');
});

test('replaces the coach name in the history by coach 1', {
  tag: ['@spec-2.43', '@spec-9.14'],
}, async ({ page }) => {
  await page.goto('/cs2');
  await page.goto('/nova');
  await expect(page).toHaveURL(`/booking/1`);
  await page.goBack();
  await expect(page).toHaveURL('/cs2');
});

test('takes an email for a game without a coach', {
  tag: ['@ours', '@extra-27'],
}, async ({ page }) => {
  await page.goto('/dota2');
  await expect(page.getByRole('note')).toContainText('There are currently no coaches for Dota 2.');
  await expect(page.getByRole('note')).toContainText('Robin');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Counter-Strike 2' }),
  ).toHaveAttribute('href', '/cs2');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Your email').fill('nonsense');
  const tell = page.getByRole('button', { name: 'Tell me when a coach is available' });
  await tell.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await page.getByLabel('Your email').fill('kim@example.com');
  await tell.click();
  await expect(
    page.getByText("Thanks! We'll email you when a coach for Dota 2 is available."),
  ).toBeVisible();
});

test('reads the coach on hover and nothing again on click', {
  tag: ['@extra-28'],
}, async ({ page, site }) => {
  test.skip(site.server === 'second', 'its payment script needs a document of its own');
  const read: string[] = [];
  page.on('request', (request) => read.push(new URL(request.url()).pathname));
  await page.goto('/cs2');
  await settled(page);
  const link = page.getByRole('link', { name: 'Book Now' });
  await Promise.all([
    page.waitForResponse(/\/api\/reviews\/by-coach\/1\//),
    page.waitForResponse('**/api/coaches/1/services/'),
    link.hover(),
  ]);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova' })).toBeVisible();
  await daysLoaded(page);
  for (const path of ['/api/coaches/1/services/', '/api/reviews/by-coach/1/', '/api/coaches/1/'])
    expect(read.filter((asked) => asked === path)).toHaveLength(1);
});
