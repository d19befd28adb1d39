import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adminUrl, createPostgres } from 'api/testing';
import type { BrowserContext, Page } from 'playwright/test';
import { freePorts, fromSource } from 'workspace/process';
import { type Programs, type Stack, startStack } from 'workspace/stack';
import { publishedStore } from './global-setup';
import { test as base, expect, siteStops } from './guard';
import { siteKey, trusted } from './keys';

export interface Site extends Stack {
  /** Folders of the worker's release store and of its last good set. */
  store: string;
  lastGood: string;
  server: Server;
  lines: string[];
}

/** The reference API, or the second implementation of the specified calls. */
export type Server = 'ours' | 'second';

export interface WorkerFixtures {
  server: Server;
  /** Runs the site on PostgreSQL if one answers. Its URL is `DATABASE_URL` in the site's environment. */
  onPostgres: boolean;
  site: Site;
}

/** Starts a separate site (ports, data, store) with the published releases, from our sources by default. */
export async function startSite(
  env: Record<string, string> = {},
  server: Server = 'ours',
  programs?: Partial<Programs>,
): Promise<Site> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'carry-e2e-'));
  const store = path.join(dataFolder, 'releases');
  cpSync(publishedStore, store, { recursive: true });
  if (programs?.site?.uid) chownAll(programs.site.uid, dataFolder);
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  const needsDatabase = server === 'ours' && !programs && !env['DATABASE_URL'] && !isNight;
  const database = needsDatabase ? await createDatabase() : null;
  const lines: string[] = [];
  const stack = await startStack({
    ports: { site, api, sandbox },
    dataFolder,
    store,
    programs:
      server === 'second'
        ? { ...programs, api: fromSource('e2e/support/second-server/main.ts') }
        : programs,
    env: {
      RELEASES_TRUST: trusted(),
      SITE_KEY: siteKey(),
      ...(database && { DATABASE_URL: database.url }),
      ...environments[server],
      ...env,
    },
    log: (line) => lines.push(line),
    onStop: (name) => name === 'site' && siteStops(),
  }).catch(async (error: unknown) => {
    await database?.drop();
    throw error;
  });
  const stopStack = stack.stop;
  const stop = async () => {
    await stopStack();
    await database?.drop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return Object.assign(stack, {
    store,
    lastGood: path.join(dataFolder, 'last-good'),
    server,
    lines,
    stop,
  });
}

/** At night, sites use PGlite. By day they do not, because it takes three times the processor time. */
const isNight = process.env['TEST_FULL'] === '1';
let databases = 0;

/** Creates a database where PostgreSQL answers, or returns null. */
async function createDatabase() {
  const admin = await adminUrl();
  return admin
    ? createPostgres(admin, `carry_e2e_${process.pid}_${++databases}_${Date.now()}`)
    : null;
}

function chownAll(uid: number, folder: string): void {
  chownSync(folder, uid, uid);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, file), uid, uid);
}

const environments: Record<Server, Record<string, string>> = {
  ours: { CAPTCHA_COST: '100' },
  second: {
    SITE_SETTINGS: JSON.stringify({
      texts: 'none',
      recaptchaSiteKey: 'site-key',
      stripePublishableKey: 'pk_test_sample',
    }),
  },
};

/** Console errors of calls that the specification lacks. Each page makes one once and shows what it can without it. */
const additions = [
  '404 /api/account/',
  '404 /api/auth/methods/',
  '404 /api/coaches/',
  '404 /api/token/revoke/',
  /404 \/api\/waitlist\/(?:entries\/)?/,
  /404 \/api\/coach\/(?:availability|calendar|checklist|earnings|payouts|profile|reviews|waitlist)\//,
  /404 \/api\/texts\/(?:imprint|privacy|refunds|terms)\//,
];

const CAPTCHA = `
  const solve = (box, options) => setTimeout(() => { box.textContent = 'Verified as human.'; options.callback('token'); }, 50);
  const widgets = [];
  window.grecaptcha = {
    ready: (then) => then(),
    render: (...widget) => { solve(...widget); return widgets.push(widget) - 1; },
    reset: (id) => solve(...widgets[id]),
  };`;

/**
 * Fakes the scripts of Google and Stripe for a site with the second server. The captcha always passes. Uses Chromium's protocol, because
 * Playwright's routes switch the HTTP cache off.
 */
export function withThirdParties(context: BrowserContext, { server, urls }: Site): void {
  if (server === 'ours') return;
  const scriptAt = async (url: string): Promise<string> =>
    url.startsWith('https://js.stripe.com/')
      ? (await fetch(`${urls.sandbox}/basil/stripe.js`)).text()
      : CAPTCHA;
  const patterns = ['https://www.google.com/recaptcha/*', 'https://js.stripe.com/*'];
  const fake = async (page: Page): Promise<void> => {
    const devtools = await context.newCDPSession(page);
    const fulfill = async (requestId: string, url: string): Promise<void> => {
      await devtools.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
        body: Buffer.from(await scriptAt(url)).toString('base64'),
      });
    };
    devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
      fulfill(requestId, request.url).catch(() => {}); // the page was closed
    });
    await devtools.send('Fetch.enable', {
      patterns: patterns.map((urlPattern) => ({ urlPattern })),
    });
  };
  const faked = new WeakMap<Page, Promise<void>>();
  const ensureFaked = (page: Page): Promise<void> => {
    const done = faked.get(page) ?? fake(page).catch(() => {}); // the page was closed
    faked.set(page, done);
    return done;
  };
  context.on('page', ensureFaked); // popups
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await ensureFaked(page); // before its first request
    return page;
  };
}

export const test = base.extend<{ lacking: undefined }, WorkerFixtures>({
  server: ['ours', { option: true, scope: 'worker' }],
  onPostgres: [false, { option: true, scope: 'worker' }],
  site: [
    async ({ server, onPostgres }, use) => {
      const database = onPostgres ? await createDatabase() : null;
      try {
        const site = await startSite(database ? { DATABASE_URL: database.url } : {}, server);
        await use(site);
        await site.stop();
      } finally {
        await database?.drop();
      }
    },
    { scope: 'worker', timeout: 120_000 }, // a busy machine starts three services slowly
  ],
  baseURL: async ({ site }, use) => use(site.urls.site),
  lacking: [
    async ({ server, allowErrors }, use) => {
      if (server === 'second') allowErrors(...additions);
      await use(undefined);
    },
    { auto: true },
  ],
  context: async ({ context, site }, use) => {
    withThirdParties(context, site);
    await use(context);
  },
});

export { expect };
