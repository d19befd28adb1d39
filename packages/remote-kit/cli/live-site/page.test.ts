import { expect, test } from 'vitest';
import { type Replacement, readBoot, rewriteComposition, rewritePage } from './page';

const replacement: Replacement = {
  remote: 'mf-help',
  origin: 'http://localhost:4000',
  entry: 'static/remoteEntry.js',
  routes: ['/help', '/help/:topic', '/{word}'],
  needs: { workers: false, wasm: false },
  replaced: '0.1.0-abc',
};
const createRef = (name: string, path: string, more: object = {}) => ({
  name,
  version: '0.1.0-abc',
  entry: `/remotes/${name}/0.1.0-abc/web/remoteEntry.js`,
  integrity: 'sha384-x',
  expose: [],
  routes: [{ path, files: [] }],
  ...more,
});

const printPage = (own: object | null, main = 'live') => `<!doctype html><html><head>
<script nonce="n" data-origins="https://pay.example">first()</script>
<style nonce="n" data-href="/remotes/mf-help/0.1.0-abc/web/a.css">a > b{}</style>
<link rel="preload" href="/remotes/mf-help/0.1.0-abc/web/remoteEntry.js"><link href="/assets/index.css">
</head><body><div id="root"><header>Frame</header><main id="main">${main}</main></div>
<script type="application/json" id="carry-boot">${JSON.stringify({
  site: { settings: { word: 'ask' } },
  apiUrl: 'https://api.carry.example',
  own,
  composition: { url: '/_shell/composition/1.json', integrity: 'sha384-y' },
  local: [],
  rendered: 'full',
  hydration: { loaderData: { help: 1 } },
  suggestion: '/hello',
})}</script><script type="application/json" id="carry-visit">{"view":"v1","now":1}</script></body></html>`;

const context = {
  pathname: '/help',
  site: 'https://carry.example',
  nonce: 'n',
  localize: (url: string) =>
    url
      .replace('https://api.carry.example', 'http://localhost:3300/api')
      .replace('https://carry.example', 'http://localhost:3300'),
};
const rewrite = (page: string, pathname = '/help') => {
  const { html, isOwn } = rewritePage(page, replacement, { ...context, pathname });
  return { html, isOwn, boot: readBoot(html) as Record<string, unknown> | null };
};

test('replaces the entry of its own page', () => {
  const { html, isOwn, boot } = rewrite(printPage(createRef('mf-help', '/help')));
  expect(isOwn).toBe(true);
  expect(boot).toMatchObject({
    own: {
      name: 'mf-help',
      version: 'dev',
      entry: '/remotes/mf-help/dev/web/static/remoteEntry.js',
      integrity: '',
      routes: [{ path: '/help' }, { path: '/help/:topic' }, { path: '/ask' }],
    },
    apiUrl: 'http://localhost:3300/api',
    local: ['http://localhost:3300'],
    rendered: 'frame',
    hydration: { loaderData: {} },
  });
  expect(html).toContain('id="carry-visit">{"view":null,"now":1}</script>');
});

test('removes the HTML and files of the live release', () => {
  const { html } = rewrite(printPage(createRef('mf-help', '/help')));
  expect(html).toContain('<header>Frame</header><main id="main"></main>');
  expect(html).not.toMatch(/"\/remotes\/mf-help\/0[^"]*"/);
  expect(html).toContain('<link href="/assets/index.css">');
});

test('leaves the pages of other remotes as rendered', () => {
  const other = createRef('mf-booking', '/booking/:id');
  const { html, isOwn, boot } = rewrite(printPage(other), '/booking/1');
  expect(isOwn).toBe(false);
  expect(boot).toMatchObject({
    own: other,
    rendered: 'full',
    hydration: { loaderData: { help: 1 } },
  });
  expect(html).toContain('<main id="main">live</main>');
});

test('takes a page that the site does not have', () => {
  const { isOwn, boot } = rewrite(printPage(null), '/help/new');
  expect(isOwn).toBe(true);
  expect(boot).toMatchObject({ own: { version: 'dev' }, suggestion: null });
});

test('drops a page that the development build lacks', () => {
  const { html, isOwn, boot } = rewrite(printPage(createRef('mf-help', '/old')), '/old');
  expect(isOwn).toBe(false);
  expect(boot).toMatchObject({ own: null, rendered: 'frame' });
  expect(html).toContain('<main id="main"></main>');
});

test('prefers a more specific page of another remote', () => {
  const wide = { ...replacement, routes: ['/:any'] };
  const page = printPage(createRef('mf-booking', '/booking'));
  expect(rewritePage(page, wide, { ...context, pathname: '/booking' }).isOwn).toBe(false);
});

test('keeps a page in its own document', () => {
  const { boot } = rewrite(printPage(createRef('mf-help', '/help', { ownDocument: true })));
  expect(boot).toMatchObject({ own: { ownDocument: true } });
});

test.each([
  { grants: { connect: ['https://api.help.example'] } },
  { grants: { frames: ['https://player.example'] } },
  { needs: { workers: true, wasm: false } },
  { needs: { workers: false, wasm: true } },
])('gives a new page with %j its own document', (more) => {
  const granted = { ...replacement, ...more };
  const page = rewritePage(printPage(null), granted, { ...context, pathname: '/help/new' });
  expect(page.html).toContain('"ownDocument":true');
  const [ref] = JSON.parse(rewriteComposition('[]', granted, {})) as object[];
  expect(ref).toMatchObject({ ownDocument: true });
});

test.each([
  [['mf-booking'], { workers: true, wasm: false }, true],
  [['mf-booking'], { workers: false, wasm: false }, false],
  [['mf-coach'], { workers: true, wasm: false }, false],
])('gives pages of slot consumers %j with %j their own document: %s', (consumers, needs, own) => {
  const shown = { ...replacement, consumers, needs };
  const booking = createRef('mf-booking', '/booking');
  const page = rewritePage(printPage(booking), shown, { ...context, pathname: '/booking' });
  expect(page).toMatchObject({ isOwn: false, isConsumer: consumers[0] === 'mf-booking' });
  expect(page.html.includes('"ownDocument":true')).toBe(own);
  const [ref] = JSON.parse(rewriteComposition(JSON.stringify([booking]), shown, {})) as object[];
  expect(ref).toEqual({ ...booking, ...(own && { ownDocument: true }) });
});

test('lists what is replaced, for two remotes', () => {
  const once = rewrite(printPage(null)).html;
  const second = {
    ...replacement,
    remote: 'mf-faq',
    origin: 'http://localhost:4001',
    replaced: null,
  };
  const { html } = rewritePage(once, second, context);
  expect(html.match(/<aside/g)).toHaveLength(1);
  expect(html).toContain('comes from http://localhost:4000 in place of release 0.1.0-abc.');
  expect(html).toContain('<strong>mf-faq</strong> comes from http://localhost:4001; no release');
  expect(html).toContain('Everything else is live at https://carry.example.');
});

test('passes a page without a boot document', () => {
  expect(rewrite('<h1>502</h1>').html).toBe('<h1>502</h1>');
});

test('names a boot document of another format', () => {
  const page = printPage(null).replace('"local":[]', '"local":null');
  expect(() => rewrite(page)).toThrow(/another format .*\(local\); run npx carry-remote upgrade/);
});

test('replaces or adds its entry in the composition', () => {
  const others = [createRef('mf-booking', '/booking')];
  const all = JSON.stringify([...others, createRef('mf-help', '/help')]);
  for (const json of [all, JSON.stringify(others)]) {
    const [booking, help, ...more] = JSON.parse(
      rewriteComposition(json, replacement, { word: 'ask' }),
    ) as unknown[];
    expect(booking).toEqual(others[0]);
    expect(help).toMatchObject({ name: 'mf-help', version: 'dev', integrity: '' });
    expect(more).toEqual([]);
  }
});
