import { expect, test } from './support/site/fixtures';

const pages = [
  {
    path: '/',
    title: 'Carry: Level Up With World-Class Coaches',
    words: [
      'Level Up With World-Class Coaches',
      'Pick your game, meet elite coaches, and start carrying—fast.',
      'Choose Your Game',
    ],
    types: ['Organization', 'WebSite', 'WebPage'],
  },
  {
    path: '/cs2',
    title: 'Counter-Strike 2 Coaching | Carry',
    words: [
      '100% Satisfaction Guarantee',
      'Do You Need Coaching?',
      'Nova',
      'From $25/hour',
      'Book Now',
    ],
    types: ['Organization', 'WebSite', 'Service', 'BreadcrumbList'],
  },
  {
    path: '/booking/1',
    title: 'Book a session with Nova | Carry',
    words: [
      'Nova',
      'played Counter-Strike and Valorant',
      'October Offer:',
      '12 reviews',
      'One-on-one coaching $25 per hour',
    ],
    types: ['Organization', 'WebSite', 'Service', 'ProfilePage', 'BreadcrumbList'],
  },
];

for (const { path, title, words, types } of pages) {
  test(`renders ${path} completely in the raw HTML`, {
    tag: ['@spec-1.16', '@fault-11.16', '@extra-B8'],
  }, async ({ request, server, site }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    const html = await response.text();
    const text = html
      .replaceAll(/<script[^>]*>.*?<\/script>/g, '')
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/<[^>]+>/g, '');
    for (const word of words) expect(text).toContain(word);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
    expect(html).toContain(`<link rel="canonical" href="${site.urls.site}${path}"`);
    expect(html).toContain(`<meta property="og:url" content="${site.urls.site}${path}"`);
    for (const property of [
      'og:title',
      'og:description',
      'og:image',
      'og:image:width',
      'og:image:height',
    ])
      expect(html).toContain(`<meta property="${property}"`);
    const content = (attribute: string) =>
      new RegExp(`<meta ${attribute} content="([^"]+)"`).exec(html)?.[1];
    for (const name of ['title', 'description', 'image']) {
      expect(content(`name="twitter:${name}"`)).toBe(content(`property="og:${name}"`));
      expect(content(`name="twitter:${name}"`)).toBeTruthy();
    }
    const image = content('property="og:image"');
    expect((await request.get(image ?? '')).headers()['content-type']).toBe('image/png');
    const graph = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '',
    )['@graph'] as {
      '@type': string;
    }[];
    const ours = server === 'ours'; // other servers send nothing for a profile
    expect(graph.map((node) => node['@type'])).toEqual(
      types.filter((type) => ours || type !== 'ProfilePage'),
    );
  });

  test(`requests only files that the HTML of ${path} lists`, {
    tag: ['@extra-B7'],
  }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      // prefetches are fetches when the page is idle
      if (request.resourceType() !== 'fetch') asked.push(new URL(request.url()).pathname);
    });
    const html = await (await page.goto(path))?.text();
    await page.waitForLoadState('networkidle');
    const scripts = asked.filter(
      (file) => /\.(js|css)$/.test(file) && !/^\/assets\/.*\/idle\./.test(file),
    );
    const owners = new Set(
      scripts.filter((file) => file.startsWith('/remotes/')).map((file) => file.split('/')[2]),
    );
    expect([...owners]).toEqual([path.startsWith('/booking') ? 'mf-booking' : 'mf-marketing']);
    const named = scripts.filter((file) => html?.includes(file));
    // the markdown renderer is a dynamic import()
    expect(scripts.length - named.length).toBeLessThanOrEqual(path === '/' ? 0 : 3);
    expect(new Set(scripts).size).toBe(scripts.length);
    const ahead = html?.match(/<link rel="preload" as="script"[^>]*>/g) ?? [];
    expect(ahead.length).toBeGreaterThan(0);
    for (const link of ahead) expect(link).toContain('fetchpriority="low"');
  });
}

test('has a social picture of 1200×675 for each public page', {
  tag: ['@spec-1.16', '@spec-9.20', '@extra-B8'],
}, async ({ request }) => {
  const pictures = new Set<string>();
  for (const path of ['/', '/cs2', '/valorant', '/lol', '/dota2', '/fortnite', '/booking/1']) {
    const html = await (await request.get(path)).text();
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    pictures.add(image);
    const bytes = await (await request.get(image)).body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 675]);
    expect(bytes.length, path).toBeLessThan(150 * 1024);
  }
  expect(pictures.size).toBe(7);
});

test('responds 404 to unknown paths with links onward', { tag: ['@extra-29'] }, async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors('404 /logn');
  const response = await page.goto('/logn');
  expect(response?.status()).toBe(404);
  expect(await response?.text()).toMatch(/<svg[^>]* data-stage=[^>]*>(?:<!--.*?-->)*<defs>/);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: '/login' })).toBeVisible();
  for (const path of [
    '/booking/404',
    '/booking/abc',
    '/booking/%2F',
    '/booking/0',
    '/booking/1e3',
    '/nope/deep',
    '/booking',
    '/remotes/mf-booking/x/web/x.js',
    '/assets/..%2f..%2fpackage.json',
    '/.env',
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
  for (const path of [
    '/%E0%A4%A',
    '/%00',
    `/${'a'.repeat(5000)}`,
    '/booking/%2e%2e%2f',
    '/booking/%E0%A4%A',
    '/cs2?%E0%A4%A',
    '/__proto__',
    '/constructor',
  ]) {
    expect((await page.request.get(path)).status(), path).toBeLessThan(500);
  }
  const elsewhere = await page.request.get(`${site.urls.site}//evil.example/x/`, {
    maxRedirects: 0,
  });
  expect(elsewhere.headers()['location'] ?? '/').toMatch(/^\/[^/]/);
});

test('redirects the coach name, the dashboard, trailing slashes and capitals', async ({
  page,
  request,
}) => {
  for (const spelling of ['/cs2//?a=1', '/CS2?a=1']) {
    const answer = await request.get(spelling, { maxRedirects: 0 });
    expect(answer.status()).toBe(308);
    expect(answer.headers()).toMatchObject({ location: '/cs2?a=1', 'cache-control': 'no-store' });
  }
  const named = await request.get('/nova?clip=play&utm_source=x', { maxRedirects: 0 });
  expect([named.status(), named.headers()['location']]).toEqual([
    302,
    '/booking/1?clip=play&utm_source=x',
  ]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await page.goto('/sessions');
  await expect(page).toHaveURL('/login');
});

test('sends security headers everywhere and noindex on private pages', {
  tag: ['@fault-C1', '@fault-C12', '@extra-B8'],
}, async ({ request, server, site }) => {
  for (const path of [
    '/',
    '/booking/1',
    '/nope',
    '/healthz',
    '/robots.txt',
    '/_shell/releases',
    '/assets/favicon.svg',
  ]) {
    expect((await request.get(path)).headers(), path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': path.startsWith('/assets/') ? 'cross-origin' : 'same-origin',
    });
    expect((await request.get(path)).headers()).not.toHaveProperty('strict-transport-security');
  }
  const page = await request.get('/');
  const policies = (page.headers()['content-security-policy'] ?? '')
    .replaceAll(/nonce-[\w-]{22}/g, 'nonce-N')
    .split(', ');
  const google = server === 'ours' ? '' : ' https://www.google.com';
  expect(policies).toEqual([
    "script-src 'nonce-N' 'strict-dynamic'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types default; report-uri /_shell/csp-reports",
    [
      "default-src 'none'",
      `script-src 'self' 'nonce-N'${google}${google && ' https://www.gstatic.com'}`,
      "style-src 'self' 'nonce-N' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      `img-src 'self' ${site.urls.api}`,
      "font-src 'self'",
      "media-src 'self'",
      "manifest-src 'self'",
      `connect-src 'self' ${site.urls.api}${google}`,
      `frame-src${google || " 'none'"}`,
      "worker-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'report-uri /_shell/csp-reports',
    ].join('; '),
  ]);
  expect(page.headers()).toMatchObject({
    'x-dns-prefetch-control': 'off',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  });
  // third-party scripts have no integrity hash
  expect(page.headers()['integrity-policy']).toBe(
    server === 'ours' ? 'blocked-destinations=(script)' : undefined,
  );
  const readNonce = async () => /nonce="([^"]+)"/.exec(await (await request.get('/')).text())?.[1];
  expect(await readNonce()).not.toBe(await readNonce());
  for (const path of [
    '/login',
    '/register',
    '/sessions',
    '/booking-success',
    '/booking-cancelled',
    '/coach-dashboard',
    '/coach/bookings/1',
    '/forgot-password',
    '/reset-password',
    '/dashboard',
  ]) {
    expect((await request.get(path)).headers()['x-robots-tag'], path).toBe('noindex');
  }
  expect((await request.post('/')).status()).toBe(405);
});

test('lists the indexable pages in the sitemap', {
  tag: ['@extra-B8'],
}, async ({ request, server, site }) => {
  expect(await (await request.get('/robots.txt')).text()).toBe(
    `User-agent: *\nAllow: /\nSitemap: ${site.urls.site}/sitemap.xml\n`,
  );
  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toBe('application/xml');
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => url ?? '',
  );
  const texts = ['/how-it-works', '/terms', '/privacy', '/refunds', '/imprint'];
  const games = ['/cs2', '/valorant', '/lol', '/dota2', '/fortnite'];
  const applications = server === 'ours' ? ['/become-a-coach'] : [];
  const pages = ['/', ...games, '/coaches', ...texts, ...applications, '/booking/1'];
  expect(listed).toEqual(pages.map((path) => site.urls.site + path));
  const withoutText =
    server === 'second' ? texts.slice(1).map((path) => site.urls.site + path) : []; // only our API has the operator's texts
  for (const url of listed.filter((url) => !withoutText.includes(url))) {
    const page = await request.get(url);
    expect([page.status(), page.headers()['x-robots-tag']], url).toEqual([200, undefined]);
    expect(await page.text()).not.toContain('name="robots"');
  }
});

test('compresses responses and caches only files of releases forever', {
  tag: ['@fault-B4'],
}, async ({ request }) => {
  const html = await (await request.get('/')).text();
  const script = /href="(\/remotes\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  for (const encoding of ['br', 'gzip']) {
    const page = await request.get('/', { headers: { 'accept-encoding': encoding } });
    const { vary } = page.headers();
    expect([page.headers()['content-encoding'], page.headers()['cache-control'], vary]).toEqual([
      encoding,
      'private, no-cache',
      'accept-encoding, cookie',
    ]);
    const file = await request.get(script, { headers: { 'accept-encoding': encoding } });
    expect([file.headers()['content-encoding'], file.headers()['cache-control']]).toEqual([
      encoding,
      'public, max-age=31536000, immutable',
    ]);
  }
  expect(
    (await request.get('/remotes/mf-booking/0.0.0-000000000000/web/x.js')).headers()[
      'cache-control'
    ],
  ).toBe('no-store');
});

test(
  'reports liveness, readiness and missing dependencies',
  { tag: ['@fault-11.32'] },
  async ({ request, site }, { outputDir }) => {
    expect(await (await request.get('/healthz')).text()).toBe('ok');
    expect(await (await request.get('/readyz')).json()).toEqual({
      ready: true,
      missing: [],
      unpublished: [],
      stopping: false,
      store: 'reachable',
    });
    await site.restart('site', { RELEASES_STORE: outputDir, LAST_GOOD_FOLDER: outputDir }); // an empty store
    expect((await request.get('/healthz')).status()).toBe(200);
    const ready = await request.get('/readyz');
    expect([ready.status(), (await ready.json()).ready]).toEqual([503, false]);
    await site.restart('site');
    expect((await request.get('/readyz')).status()).toBe(200);
  },
);

test('allows text but neither elements nor inline scripts as markup', {
  tag: ['@ours', '@fault-C5'],
}, async ({ page, expectErrors }) => {
  await page.goto('/');
  expectErrors(
    "This document requires 'TrustedHTML' assignment and the 'default' policy failed to execute. The action has been blocked.",
    "This document requires 'TrustedScript' assignment. An HTMLScriptElement was directly modified and will not be executed.",
    'policy violation: require-trusted-types-for of trusted-types-sink',
  );
  const reported = page.waitForEvent('console', (message) =>
    message.text().startsWith('policy violation: require-trusted-types-for'),
  );
  const outcome = await page.evaluate(() => {
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    const at = document.createElement('i');
    document.body.append(at);
    const tries: Record<string, () => void> = {
      // biome-ignore lint/plugin: tries what libraries do
      text: () => (at.innerHTML = '&lt;b&gt;'),
      // biome-ignore lint/plugin: tries an attack
      element: () => (at.innerHTML = '<img src=x onerror="ran=1">'),
      script: () => {
        const script = Object.assign(document.createElement('script'), { nonce });
        // biome-ignore lint/plugin: tries an attack
        script.innerHTML = 'ran=1';
        document.body.append(script);
      },
      frame: () => {
        const frame = document.createElement('iframe');
        frame.srcdoc = '<script>parent.ran=1</script>';
        document.body.append(frame);
      },
    };
    const names = Object.entries(tries).map(([name, act]) => {
      try {
        act();
        return name;
      } catch {
        return `${name} refused`;
      }
    });
    return { names, nonce: nonce.length, ran: 'ran' in window, text: at.textContent };
  });
  await reported;
  expect(outcome).toMatchObject({ nonce: 22, ran: false, text: '<b>' });
  expect(outcome.names).toEqual(['text', 'element refused', 'script', 'frame refused']);
});
