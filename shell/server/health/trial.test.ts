import type { LivePointer, ReleaseRecord } from '@carry/contracts/release';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { describe, expect, it, vi } from 'vitest';
import { EMPTY_MENU } from '../../universal/page/boot';
import type { Composition } from '../composition/composition';
import { PageRenderer } from '../pages/render/page-renderer';
import type { ReleaseFiles } from '../releases/release-files';
import type { RenderPool } from '../render/pool/pool';
import type { RenderRequest } from '../render/protocol/protocol';
import { Health } from './health';
import { RollbackController } from './rollback-controller';
import { tryPage } from './trial';

const remote = 'mf-marketing';
const live = '1.0.0-aaaaaaaaaaaa';
const before = '1.0.0-bbbbbbbbbbbb';
const pointer: LivePointer = { version: live, history: [before] };
const record = { name: remote, version: live, server: 'server/remote.cjs' } as ReleaseRecord;
const composition = {
  owner: () => ({
    release: { name: remote, version: live, entry: 'web/e.js' },
    pattern: '/coaches',
  }),
  records: new Map([[remote, record]]),
  local: [],
  getQuery: () => ['names'],
  site: fakeSite,
  menu: EMPTY_MENU,
  frameKey: 'frame',
} as unknown as Composition;
const files = {} as ReleaseFiles;

/** Opens a site whose listed releases fail on pages with a query. */
function openSite(failing: readonly string[]) {
  const lines: string[] = [];
  const quarantined: object[] = [];
  const tried: string[] = [];
  const pool = {
    async render({ key }: { key: string }, { search, requestId }: RenderRequest) {
      if (requestId === 'trial') tried.push(search);
      if (search && failing.some((version) => key === `${remote}@${version}`))
        throw new Error('boom');
      return { status: 200, html: key, head: [], loaderData: {}, complete: true, renderMs: 1 };
    },
    close: async () => {},
  } as unknown as RenderPool;
  const controller = new RollbackController({
    getPointer: () => pointer,
    inspect: async () => null,
    tryPage: (name, version, page) =>
      tryPage(pool, files, { remote: name, version, page, site: fakeSite }),
    quarantine: async (_, release) => void quarantined.push(release),
    log: (line) => void lines.push(line),
  });
  const health = new Health({
    getPointer: () => pointer,
    getRoutes: () => [{ path: '/coaches' }],
    suspect: (suspicion) => void controller.suspect(suspicion),
    log: (line) => void lines.push(line),
  });
  const renderer = new PageRenderer(
    files,
    { live: pool, preview: pool },
    {
      log: (line) => void lines.push(line),
      onRender: (...rendered) => health.rendered(...rendered),
    },
  );
  const visit = () =>
    renderer.render({ pathname: '/coaches', search: '?names=kim&utm_source=x' }, composition);
  return { visit, lines, quarantined, tried };
}

describe('trial of a page with a query', () => {
  it('rolls back a release that fails only with the query', async () => {
    const { visit, lines, quarantined, tried } = openSite([live]);
    for (let view = 0; view < 3; view++) await visit();
    await vi.waitFor(() => expect(quarantined).toMatchObject([{ version: live, to: before }]));
    expect(new Set(tried)).toEqual(new Set(['?names=kim']));
    expect(lines.join()).not.toContain('kim');
  });

  it('logs no query if both releases fail', async () => {
    const { visit, lines, quarantined } = openSite([live, before]);
    for (let view = 0; view < 3; view++) await visit();
    await vi.waitFor(() =>
      expect(lines.join()).toContain(`/coaches also fails with ${before} (boom)`),
    );
    expect(lines.join()).not.toContain('kim');
    expect(quarantined).toEqual([]);
  });
});
