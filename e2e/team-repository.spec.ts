// Tests in a repository outside the workspace that installs our packages from npm tarballs: what a team can do there.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { Service } from 'workspace/process';
import { packedCommands, shellIn } from './support/releases/own-repository';
import { openReleases, readKey } from './support/releases/release-server';
import { readStatus } from './support/releases/visits';
import { settled } from './support/site/actions';
import { expect, type Site, startSite, test } from './support/site/fixtures';

const fixtures = path.join(import.meta.dirname, 'fixtures');
const TEAM_API = 'https://api.team.example';
const TEAM_REMOTE = 'mf-team';
const PROVIDER = 'mf-rating';

const REMOTE = `import { defineRemote, lazyRoute } from '@carry/remote-kit';
import { flags } from './flags/flags';

export default defineRemote(
  (shell) => [
    { path: '/libraries', ...lazyRoute('libraries', () => import('./routes/libraries')) },
    { path: '/compute', ...lazyRoute('compute', () => import('./compute/routes/compute')) },
    { path: '/router', ...lazyRoute('form', () => import('./router/routes/form'), shell) },
    { path: '/router/other', ...lazyRoute('other', () => import('./router/routes/other')) },
    { path: '/flags', ...lazyRoute('flags', () => import('./flags/routes/page')) },
    { path: '/shop', ...lazyRoute('shop', () => import('./shop/routes/page')) },
  ],
  { flags, consumes: ['mf-rating.coach'] },
);
`;

const LIBRARIES = `import { Sample as Chart } from '../samples/recharts';
import { Sample as Styled } from '../samples/emotion-styled';

const Page = () => (
  <div>
    <h1 tabIndex={-1}>Libraries</h1>
    <p style={{ letterSpacing: '3px' }}>spaced</p>
    <Styled />
    <Chart />
  </div>
);

export const route = () => ({ Component: Page });
`;

interface Team {
  site: Site;
  server: Service;
  folder: string;
  /** Runs a shell line in the repository of mf-team. */
  sh(command: string): Promise<string>;
  /** Publishes mf-rating with another text of its slot. Resolves when the site serves it. */
  publishSlot(edit: (source: string) => string): Promise<void>;
  operator(...args: string[]): Promise<unknown>;
  packed: Awaited<ReturnType<typeof packedCommands>>;
}

function setBudgets(home: string, budgets: Record<string, number>): void {
  const file = path.join(home, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, budgets }));
}

/** Writes the sources of a remote that uses everything. */
function writeRemote(home: string): void {
  const copy = (from: string, to: string) =>
    cpSync(path.join(fixtures, from), path.join(home, 'src', to), { recursive: true });
  for (const name of ['compute', 'router', 'flags']) copy(`${name}/src`, name);
  copy('slot-consumer/src', 'shop');
  for (const name of ['recharts', 'emotion-styled'])
    copy(`libraries/samples/${name}.tsx`, `samples/${name}.tsx`);
  rmSync(path.join(home, 'src/routes'), { recursive: true });
  cpSync(path.join(fixtures, 'slot-provider/src/routes'), path.join(home, 'src/routes'), {
    recursive: true,
  });
  rmSync(path.join(home, 'src/routes/page.tsx'));
  writeFileSync(path.join(home, 'src/routes/libraries.tsx'), LIBRARIES);
  writeFileSync(path.join(home, 'src/remote.ts'), REMOTE);
  setBudgets(home, { '*': 250_000 });
}

/** Checks the remote with another text of a source. Resolves with the refusal. */
async function readRefusal(
  { sh, folder }: Team,
  file: string,
  edit: (text: string) => string,
): Promise<string> {
  const source = path.join(folder, TEAM_REMOTE, file);
  const before = readFileSync(source, 'utf8');
  writeFileSync(source, edit(before));
  try {
    await sh('npm run check');
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  } finally {
    writeFileSync(source, before);
  }
}

const readPolicy = async ({ site }: Team, route: string) =>
  (await fetch(site.urls.site + route)).headers.get('content-security-policy') ?? '';

async function openTeam(): Promise<Team> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-team-'));
  const [packed, site] = await Promise.all([packedCommands(), startSite()]);
  const { url, server, operator, getFile } = await openReleases(site, folder);
  const getShell = (home: string) => {
    const run = shellIn(home);
    return (command: string) => run(command, { env: { RELEASES_KEY: getFile('booking') } });
  };
  const { publicKey } = readKey(getFile('booking'));
  const inFolder = getShell(folder);
  const create = (name: string, route: string) =>
    inFolder(packed.create({ name, route, site: site.urls.site, releases: url }));
  const [repository, provider] = [path.join(folder, TEAM_REMOTE), path.join(folder, PROVIDER)];
  await create(TEAM_REMOTE, '/libraries');
  await create(PROVIDER, '/rating');
  const sh = getShell(repository);
  await sh(`${packed.install} recharts@3 @emotion/react@11 @emotion/styled@11`);
  symlinkSync(path.join(repository, 'node_modules'), path.join(provider, 'node_modules'));
  const paths = ['/libraries', '/compute', '/router', '/flags', '/shop'];
  await operator(
    ...['owner', 'add', TEAM_REMOTE, '--key', publicKey, '--connect', TEAM_API],
    ...paths.flatMap((owned) => ['--path', owned]),
  );
  await operator('owner', 'add', PROVIDER, '--key', publicKey, '--path', '/rating');
  writeRemote(repository);
  rmSync(path.join(provider, 'src'), { recursive: true });
  cpSync(path.join(fixtures, 'slot-provider/src'), path.join(provider, 'src'), { recursive: true });
  setBudgets(provider, { '*': 30_000, 'slot-coach': 30_000 });
  const slot = path.join(provider, 'src/slots/coach.tsx');
  const source = readFileSync(slot, 'utf8');
  const liveVersion = async () =>
    (await (await fetch(`${site.urls.site}/_shell/remotes/${PROVIDER}`)).json()).version;
  const publishSlot: Team['publishSlot'] = async (edit) => {
    const before = await liveVersion();
    writeFileSync(slot, edit(source));
    await getShell(provider)('npm run publish');
    await expect.poll(liveVersion).not.toBe(before);
  };
  await publishSlot((text) => text);
  await sh('npm run publish');
  return { site, server, folder, sh, publishSlot, operator, packed };
}

const readHtml = async ({ site }: Team, route: string) =>
  (await fetch(site.urls.site + route)).text();

interface ReleaseNumbers {
  remote: string;
  version: string;
  render: number;
  variants?: Record<string, { used: number; failed: number }>;
}

const readNumbers = async ({ site }: Team, remote: string) =>
  ((await readStatus(site)).releases as unknown as ReleaseNumbers[]).filter(
    (release) => release.remote === remote,
  );

const readFailures = async (team: Team, remote: string) =>
  (await readNumbers(team, remote)).reduce((sum, { render }) => sum + render, 0);

/** Returns the heading of the flags page for a visitor. */
const headingFor = async ({ site }: Team, visitor: string) => {
  const answer = await fetch(`${site.urls.site}/flags`, {
    headers: { cookie: `carry_id=${visitor.padStart(22, 'v')}` },
  });
  return /<h1[^>]*>([^<]*)</.exec(await answer.text())?.[1] ?? '';
};

interface TeamTask {
  title: string;
  /** Console errors that its page shows. */
  errors?: string[];
  run(team: Team, page: Page): Promise<void>;
}

const tasks: TeamTask[] = [
  {
    title: 'libraries of the top 50',
    async run(team, page) {
      expect(await readHtml(team, '/libraries')).toContain('recharts');
      await page.goto(`${team.site.urls.site}/libraries`);
      await settled(page);
      await expect(page.getByText('ready', { exact: true }).first()).toHaveCSS(
        'color',
        'rgb(0, 128, 128)',
      );
    },
  },
  {
    title: 'a refusal of forbidden code with its file and line',
    async run(team) {
      const refusal = (code: string) =>
        readRefusal(team, 'src/routes/libraries.tsx', (text) => code + text);
      expect(await refusal("localStorage.setItem('a', 'b');\n")).toMatch(
        /src\/routes\/libraries\.tsx:1\b.*localStorage|localStorage.*src\/routes\/libraries\.tsx:1\b/s,
      );
      expect(
        await refusal(
          "import { BrowserRouter } from 'react-router-dom';\nexport const Router = BrowserRouter;\n",
        ),
      ).toMatch(
        /uses BrowserRouter of react-router-dom \([^)]*src\/routes\/libraries\.tsx:1\b.*leave it out/s,
      );
    },
  },
  {
    title: 'a check against the live site, with a part of another team',
    async run({ sh, site }) {
      expect(await sh('npm run check')).toContain(
        `${TEAM_REMOTE} is compatible with ${site.urls.site}`,
      );
    },
  },
  {
    title: 'workers and WebAssembly',
    async run(team, page) {
      const { site } = team;
      expect(await readPolicy(team, '/compute')).toMatch(/'wasm-unsafe-eval'.*worker-src 'self'/s);
      expect(await readPolicy(team, '/')).not.toContain('wasm-unsafe-eval');
      await page.goto(`${site.urls.site}/compute`);
      await expect(page.getByLabel('Sum')).toHaveText('12');
      await expect(page.getByLabel('Streamed')).toHaveText('42');
    },
  },
  {
    title: "the router's public API",
    async run(team, page) {
      const { site } = team;
      await page.goto(`${site.urls.site}/router`);
      await settled(page);
      await page.getByRole('button', { name: 'Send quietly' }).click();
      await expect(page.getByLabel('Quiet answer')).toHaveText('heard quiet');
    },
  },
  {
    title: 'inline styles of the server',
    async run(team, page) {
      expect(await readHtml(team, '/libraries')).toContain('style="letter-spacing:3px"');
      await page.goto(`${team.site.urls.site}/libraries`);
      await expect(page.getByText('spaced')).toHaveCSS('letter-spacing', '3px');
    },
  },
  {
    title: 'an API of its own',
    async run(team, page) {
      expect(await readPolicy(team, '/')).not.toContain(TEAM_API);
      await page.route(`${TEAM_API}/**`, (route) =>
        route.fulfill({ json: 'heard', headers: { 'access-control-allow-origin': '*' } }),
      );
      await page.goto(`${team.site.urls.site}/shop`);
      const heard = page.evaluate(async (url) => (await fetch(url)).json(), `${TEAM_API}/votes`);
      expect(await heard).toBe('heard');
    },
  },
  {
    title: "a part of another team's remote",
    async run(team, page) {
      expect(await readHtml(team, '/shop')).toContain('Rate Nova');
      await page.goto(`${team.site.urls.site}/shop`);
      await settled(page);
      const votes = page.getByRole('button', { name: /votes/ });
      await expect(async () => {
        await votes.click();
        await expect(votes).not.toHaveText('0 votes', { timeout: 200 });
      }).toPass();
    },
  },
  {
    title: "an error boundary around another team's part",
    errors: ['Error: boom'],
    async run(team, page) {
      const [own, theirs] = [
        await readFailures(team, TEAM_REMOTE),
        await readFailures(team, PROVIDER),
      ];
      await team.publishSlot((text) =>
        text.replace(
          'const id = useId();',
          "const id = useId();\n  if (votes > 0) throw new Error('boom');",
        ),
      );
      await page.goto(`${team.site.urls.site}/shop`);
      await settled(page);
      const votes = page.getByRole('button', { name: /votes/ });
      await expect(async () => {
        await votes.click();
        await expect(page.getByText('Ratings come later.')).toBeVisible({ timeout: 200 });
      }).toPass();
      await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
      await expect(page.getByText('After the slot')).toBeVisible();
      await expect.poll(() => readFailures(team, PROVIDER)).toBe(theirs + 1);
      expect(await readFailures(team, TEAM_REMOTE)).toBe(own);
      await team.publishSlot((text) => text);
    },
  },
  {
    title: 'feature flags',
    async run(team, page) {
      expect(await readHtml(team, '/flags')).toContain('Old form');
      await page.goto(`${team.site.urls.site}/flags?flag=${TEAM_REMOTE}.new-form:on`);
      await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible();
      await team.sh(`npm run releases -- flag set ${TEAM_REMOTE} new-form on`);
      await expect.poll(() => readHtml(team, '/flags')).toContain('New form');
    },
  },
  {
    title: 'feature flags for a share of the visitors, typed and counted',
    async run(team, page) {
      const misspelled = (text: string) => text.replace("flags['new-form']", "flags['new-forms']");
      expect(await readRefusal(team, 'src/flags/routes/page.tsx', misspelled)).toMatch(
        /src\/flags\/routes\/page\.tsx.*new-forms/s,
      );
      await team.sh(`npm run releases -- flag set ${TEAM_REMOTE} new-form 50`);
      const visitors = Array.from({ length: 40 }, (_, index) => String(index));
      const headings = () => Promise.all(visitors.map((visitor) => headingFor(team, visitor)));
      const reached = async () =>
        (await headings()).filter((heading) => heading === 'New form').length;
      const isShare = async () => {
        const count = await reached();
        return count > 5 && count < 35;
      };
      await expect.poll(isShare).toBe(true);
      expect(await headings()).toEqual(await headings());
      await page.goto(`${team.site.urls.site}/flags`);
      await settled(page);
      const isOn = await page.getByRole('heading', { name: 'New form' }).isVisible();
      const variants = async () =>
        (await readNumbers(team, TEAM_REMOTE)).find((release) => release.variants)?.variants;
      await expect
        .poll(variants)
        .toMatchObject({ [`new-form ${isOn ? 'on' : 'off'}`]: { used: 1, failed: 0 } });
    },
  },
  {
    title: 'its language',
    async run(team) {
      expect(await readHtml(team, '/flags')).toContain('<p>Language: en</p>');
    },
  },
  {
    title: 'an early refusal',
    async run({ sh, folder }) {
      const home = path.join(folder, TEAM_REMOTE);
      setBudgets(home, { '*': 10 });
      await expect(sh('npm run build')).rejects.toMatchObject({
        stderr: expect.stringMatching(/loads \d+ bytes, its budget is 10/),
      });
      setBudgets(home, { '*': 250_000 });
    },
  },
  {
    title: 'an upgrade of its repository',
    async run({ sh, folder, packed }) {
      const script = path.join(folder, TEAM_REMOTE, 'release.sh');
      const text = readFileSync(script, 'utf8');
      const record = path.join(folder, TEAM_REMOTE, '.carry-template.json');
      const hash = createHash('sha256').update('# older\n').digest('hex');
      const hashes = JSON.parse(readFileSync(record, 'utf8')) as object;
      writeFileSync(record, JSON.stringify({ ...hashes, 'release.sh': hash }));
      writeFileSync(script, '# older\n');
      const source = path.join(folder, TEAM_REMOTE, 'src/invite.ts');
      writeFileSync(source, 'export const invite = shell.site.discordInviteUrl;\n');
      await sh(
        'git init -q && git add -A && git -c user.name=kim -c user.email=kim@carry.example commit -qm older',
      );
      expect(await sh(packed.upgrade)).toContain('release.sh');
      expect(readFileSync(script, 'utf8')).toBe(text);
      expect(readFileSync(source, 'utf8')).toContain('site.settings.discordInviteUrl');
    },
  },
];

test.describe('a team outside the workspace gets', {
  tag: ['@full', '@fault-own-repository'],
}, () => {
  test.describe.configure({ mode: 'serial', timeout: 420_000 });
  let team: Team;

  test.beforeAll(async () => {
    test.setTimeout(420_000);
    team = await openTeam();
  });
  test.afterAll(async () => {
    await team?.server.stop();
    await team?.site.stop();
    if (team) rmSync(team.folder, { recursive: true, force: true });
  });

  for (const { title, errors = [], run } of tasks) {
    test(title, async ({ browser, expectErrors }) => {
      expectErrors(...errors);
      const page = await browser.newPage();
      await run(team, page);
      await page.close();
    });
  }
});
