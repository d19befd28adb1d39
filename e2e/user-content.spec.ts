// User content in the composed site: malformed text must not break its page.
import { characterEntities } from 'character-entities';
import type { Browser, Page } from 'playwright/test';
import { goThere } from './go-there';
import { expect, type MinimalServer, main, signedIn, test } from './support/any-server/site';

const FAILED = 'This part of the page could not be loaded';
const PAGES = 4; // the site truncates longer descriptions

const prepare = (api: MinimalServer, id: number, coach: Record<string, unknown>) => {
  api.answer(`GET /api/coaches/${id}/`, {
    body: { name: 'Rook', description: 'Plain text.', ...coach },
  });
  api.answer(`GET /api/coaches/${id}/services/`, {
    body: [{ id: 1, label: 'Review', rate: 10, is_hourly: false }],
  });
  api.answer(`GET /api/reviews/by-coach/${id}/`, {
    body: [{ id: 1, comment: 'Good.', rating: 4 }],
  });
};

/** The total follows the quantity after hydration. */
const hydrated = (page: Page) =>
  expect(async () => {
    await page.getByLabel('Quantity (unit(s))').fill('2');
    await expect(page.getByText('$20.00')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 8000 });

/** Returns the browser's parse of each entity, on a page without the site's policy. */
async function oracle(browser: Browser, names: string[]): Promise<string[]> {
  const blank = await browser.newPage();
  const decoded = await blank.evaluate(
    (names) =>
      names.map((name) => {
        const element = document.createElement('i');
        // biome-ignore lint/plugin: the browser's parser is the reference
        element.innerHTML = `&${name};`;
        return element.textContent ?? '';
      }),
    names,
  );
  await blank.close();
  return decoded;
}

const entities = Object.keys(characterEntities);
const share = Math.ceil(entities.length / PAGES);
for (let part = 0; part < PAGES; part++) {
  const names = entities.slice(part * share, (part + 1) * share);
  test(`decodes entities ${names[0]} to ${names.at(-1)}, on the server and after hydration`, {
    tag: ['@fault-11.11', ...(part > 0 ? ['@full'] : [])],
  }, async ({ page, api, browser, baseURL }) => {
    expect(entities.length).toBeGreaterThan(2000);
    const id = 40 + part;
    prepare(api, id, { description: names.map((name) => `- x&${name};x`).join('\n') });
    const expected = (await oracle(browser, names)).map((character) => `x${character}x`);
    const written = async (page: Page) =>
      main(page)
        .locator('li', { hasText: /^x/ })
        .evaluateAll((items) => items.map((item) => item.textContent));
    const still = await (
      await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    ).newPage();
    await expect(async () => {
      await still.goto(`/booking/${id}`); // a busy server may send this long page without its HTML
      expect(await written(still)).toEqual(expected);
    }).toPass({ timeout: 60_000 });
    await still.context().close();
    await page.goto(`/booking/${id}`);
    await hydrated(page);
    await expect(page.getByRole('heading', { name: FAILED })).toHaveCount(0);
    expect(await written(page)).toEqual(expected);
  });
}

test('shows a description as plain text when rendering fails', {
  tag: ['@fault-C3', '@fault-11.11'],
}, async ({ page, api, expectErrors }) => {
  expectErrors('Error: no such element');
  prepare(api, 9, {});
  prepare(api, 1, { description: 'Play *bold* moves.' });
  await page.addInitScript(() => {
    const create = document.createElement;
    document.createElement = function (this: Document, name: string, ...rest: []) {
      if (name === 'em') throw new Error('no such element');
      return create.call(this, name, ...rest);
    } as typeof create;
  });
  const failed = page.waitForEvent('console', (line) => line.text().includes('no such element'));
  await page.goto('/booking/9');
  await goThere(page, '/booking/1');
  await expect(page.getByText('Play *bold* moves.')).toBeVisible();
  await failed;
  await hydrated(page);
  await expect(page.getByRole('heading', { name: FAILED })).toHaveCount(0);
});

test('reloads a lost renderer on the next interaction', {
  tag: ['@fault-11.11', '@fault-A8'],
}, async ({ page, api, expectErrors }) => {
  expectErrors(/ERR_FAILED mf-booking\/\w+\.js/);
  prepare(api, 9, {});
  prepare(api, 1, { description: 'Play *bold* moves.' });
  let lost = true;
  const rendererOnly = /\/remotes\/mf-booking\/.*\/async\/(?!route-|__federation)[^/]*\.js/;
  await page.route(rendererOnly, (route) => (lost ? route.abort() : route.continue()));
  await page.goto('/booking/9');
  await goThere(page, '/booking/1');
  await expect(page.getByText('Play *bold* moves.')).toBeVisible();
  await hydrated(page);
  lost = false;
  await page.keyboard.press('Shift');
  await expect(page.locator('em')).toHaveText('bold');
});

/** Returns texts of figures that their edge cuts. */
const cutFromFigures = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('figure')].flatMap((figure) => {
      const { right } = figure.getBoundingClientRect();
      const parts = [...figure.querySelectorAll('figcaption *')];
      const cut = parts.filter((part) => part.getBoundingClientRect().right > right + 1);
      return cut.map(({ textContent }) => textContent);
    }),
  );

const wide = 'W'.repeat(60);
const hostile = {
  name: wide,
  special_offer: wide,
  description: `# ${wide}\n\n${wide}\n\n\`\`\`\n${'code '.repeat(600)}\n${'x'.repeat(500)}\n\`\`\`\n\nTitle\n=====\n\n\`${'y'.repeat(300)}\`\n\n${'> '.repeat(15)}${wide}`,
};

test('fits long words, code and quotes into the page', {
  tag: ['@fault-11.12'],
}, async ({ page, api }) => {
  const rank = { url: `${api.url}/portrait.svg`, alt: `Rank: ${wide}, ${wide}` };
  prepare(api, 46, hostile);
  prepare(api, 1, { ...hostile, rank_images: [rank] });
  api.answer('GET /api/coaches/46/services/', {
    body: [{ id: 1, label: wide, rate: 10, is_hourly: false }],
  });
  api.answer('GET /api/reviews/by-coach/46/', {
    body: ['a', 'b', 'c'].map((id) => ({
      id,
      comment: wide.repeat(3),
      rating: 4,
      reviewer_name: wide,
    })),
  });
  const booking = {
    id: 1,
    coach_name: wide,
    service_type: wide,
    status: wide,
    contact_info: wide,
    details: wide,
  };
  api.answer('GET /api/my-sessions/', { body: [booking] });
  api.answer('GET /api/bookings/', { body: [booking] });
  await signedIn(page);
  for (const path of [
    '/booking/46',
    '/cs2?wide',
    '/sessions',
    '/coach-dashboard',
    '/coach/bookings/1',
  ]) {
    await page.goto(path);
    await expect(
      main(page)
        .getByText(/code code|WWW/)
        .first(),
    ).toBeAttached();
    for (const width of [360, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width);
      await expect(page.locator('h1')).toHaveCount(1);
      expect(await cutFromFigures(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

/** Returns right-to-left texts that do not set their own direction. */
const leftToRight = (page: Page): Promise<(string | null)[]> =>
  main(page).evaluate((main) => {
    const rightToLeft = /[\u0590-\u08ff]/;
    const found: (string | null)[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!rightToLeft.test(text.textContent ?? '')) continue;
      const parent = text.parentElement as Element;
      const isMarkdown = getComputedStyle(parent).unicodeBidi === 'plaintext';
      if (!isMarkdown && !parent.closest('bdi, [dir=auto], svg')) found.push(text.textContent);
    }
    return found;
  });

const scripts = {
  'right-to-left': 'أنا ألعب منذ عشر سنوات وأريد أن أتحسن كثيرا https://example.com/فريق',
  'sixty letters': wide,
  emoji: '👩‍🚀🏳️‍🌈🎮'.repeat(12),
  address: `https://example.com/${'a'.repeat(120)}?b=${'c'.repeat(60)}`,
};

test('fits names and texts of any script on narrow phones', {
  tag: ['@full', '@extra-x7'],
}, async ({ page, api }) => {
  await signedIn(page);
  let id = 90;
  for (const [what, text] of Object.entries(scripts)) {
    prepare(api, ++id, { name: text, special_offer: text, description: text });
    api.answer(`GET /api/coaches/${id}/services/`, {
      body: [{ id: 1, label: text, rate: 10, is_hourly: false }],
    });
    api.answer(`GET /api/reviews/by-coach/${id}/`, {
      body: [1, 2].map((id) => ({ id, comment: text, rating: 4, reviewer_name: text })),
    });
    const booking = {
      id: 1,
      coach_name: text,
      service_type: text,
      status: 'confirmed',
      contact_info: text,
      details: text,
      notes: text,
    };
    api.answer('GET /api/my-sessions/', { body: [booking] });
    api.answer('GET /api/bookings/', { body: [booking] });
    for (const path of [`/booking/${id}`, '/sessions', '/coach-dashboard', '/coach/bookings/1']) {
      await page.goto(path);
      await expect(main(page).getByText(text.slice(0, 12)).first()).toBeVisible();
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${what}: ${path} at ${width}`,
        ).toBeLessThanOrEqual(width);
      }
      expect(await leftToRight(page), path).toEqual([]);
    }
    await page.goto(`/booking/${id}`);
    const direction = (label: string) =>
      page
        .getByRole(label as 'heading', { level: 1 })
        .evaluate((element) => getComputedStyle(element).direction);
    expect(await direction('heading')).toBe(what === 'right-to-left' ? 'rtl' : 'ltr');
    await page.getByLabel('Details').fill(text);
    expect(
      await page.getByLabel('Details').evaluate((field) => getComputedStyle(field).direction),
    ).toBe(what === 'right-to-left' ? 'rtl' : 'ltr');
  }
});

test('shortens a long review until it is expanded', {
  tag: ['@extra-x7'],
}, async ({ page, api }) => {
  prepare(api, 96, {});
  const long = `${'I learned where to look and when to wait. '.repeat(36)}The end.`;
  api.answer('GET /api/reviews/by-coach/96/', {
    body: [
      { id: 1, comment: long, rating: 5 },
      { id: 2, comment: 'Short.', rating: 4 },
    ],
  });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/booking/96');
    await hydrated(page);
    const review = page.getByRole('group', { name: '1 of 2' });
    const text = review.getByText('The end.');
    const height = async () => (await text.boundingBox())?.height ?? 0;
    const short = await height();
    expect(short).toBeLessThan(220);
    await review.getByRole('button', { name: 'Read more' }).click();
    await expect.poll(height).toBeGreaterThan(short * 1.5);
    await review.getByRole('button', { name: 'Show less' }).click();
    await expect.poll(height).toBe(short);
    await page.getByRole('button', { name: 'Next review' }).click();
    await expect(
      page.getByRole('group', { name: '2 of 2' }).getByRole('button', { name: 'Read more' }),
    ).toHaveCount(0);
  }
});

test('renders hostile markdown in bounded time', {
  tag: ['@fault-11.12', '@fault-F3'],
}, async ({ page, api }) => {
  const bombs = ['> ', '1. ', '_a*', '['].flatMap((part) => [
    part.repeat(10_000 / part.length),
    part.repeat(100_000 / part.length),
  ]);
  for (const [index, description] of bombs.entries()) {
    prepare(api, 50 + index, { description });
    const response = await page.request.get(`/booking/${50 + index}`);
    expect(response.headers()['server-timing']).toContain('mode;desc=full');
  }
  await page.goto('/booking/50');
  await hydrated(page);
});
