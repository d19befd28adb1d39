import path from 'node:path';
import { ConfigError } from '@carry/contracts/environment';
import {
  advanceRollout,
  announceRollout,
  describeFreeze,
  findFreeze,
  findRolloutHold,
  holdRollout,
  openStore,
  readRolloutDecisions,
  SignedStore,
  type Store,
} from '@carry/releases';
import type { LogLine } from 'server-kit/log';
import type { ServerConfig } from './config/config';
import { createSiteConfig, setupProblems } from './config/site';
import { Health } from './health/health';
import { RollbackController } from './health/rollback-controller';
import { RolloutController } from './health/rollout-controller';
import { inspectRelease, tryPage } from './health/trial';
import { apiResponsesTooLarge } from './monitoring/metrics';
import { followRevisions } from './pages/render/api-revisions';
import { type OnRender, PageRenderer } from './pages/render/page-renderer';
import { ReleaseFiles } from './releases/release-files';
import { ReleaseSet } from './releases/release-set';
import type { PoolLimits } from './render/pool/limits';
import { RenderPool } from './render/pool/pool';
import { notesOn } from './start-notes';

const API_BUDGET_MS = 700;
/** Generous, so that a loaded machine does not fail a healthy release. */
const TRIAL_DEADLINE_MS = 3000;
/** Wait of trials and previews for the code and a process: one timeout of the store, and a retry. */
const PATIENT_WAIT_MS = 5000;
/** The gates render no visitor's page, and refuse a release whose page comes without HTML. */
const GATE_WAIT_MS = 20_000;
/** One drop looks at each cached page, and one page can read 50 missing paths. */
const DROP_INTERVAL_MS = 50;

export interface Start {
  config: ServerConfig;
  dist: string;
  log: LogLine;
  /** Store of a site that tries a release candidate; its entries are unsigned. */
  candidateStore: Store | undefined;
}

const createRendering = ({ config, dist }: Start) => ({
  bundle: path.join(dist, 'node/render.cjs'),
  setup: { apiUrl: config.apiUrl, apiBudgetMs: API_BUDGET_MS },
});

/** Follows the release store and wires health checks to rollback. Throws {@link ConfigError}. */
export async function openReleases(start: Start) {
  const { config, log, candidateStore } = start;
  const store =
    candidateStore ??
    new SignedStore(await openStore(config.store), () => releases.trust, config.key);
  const files = new ReleaseFiles(store, candidateStore ? null : config.lastGood, log);
  const trialPool = () =>
    new RenderPool({
      ...createRendering(start),
      limits: {
        ...config.rendering,
        processes: 1,
        deadlineMs: TRIAL_DEADLINE_MS,
        waitMs: PATIENT_WAIT_MS,
      },
    });
  const rollbackController = new RollbackController({
    getPointer: (remote) => releases.getPointer(remote),
    quarantine: (remote, release) => releases.quarantine(remote, release),
    inspect: (remote, version) => inspectRelease(files, remote, version),
    tryPage: (remote, version, page) => {
      const { site } = releases.compositionFor(null);
      return tryPage(trialPool(), files, { remote, version, page, site });
    },
    log,
  });
  const releases = new ReleaseSet({
    store,
    files,
    getSite: (document) => createSiteConfig(document, config.site),
    operators: candidateStore ? null : config.operators,
    siteUrl: config.site.url,
    log,
    onDamage: rollbackController.damaged,
  });
  const health = new Health({
    getPointer: releases.getPointer,
    getRoutes: releases.getRoutes,
    suspect: rollbackController.suspect,
    log,
  });
  await releases.open();
  const problems = setupProblems(releases.site, config.site);
  if (problems.length > 0 && releases.site.revision > 0) throw new ConfigError(problems.join('\n'));
  for (const { line, ...event } of candidateStore
    ? []
    : notesOn(releases.site, releases.trust, config.key))
    log(line, event);
  const rolloutController = new RolloutController({
    pointers: () => releases.pointers,
    getState: (remote, version) => health.getCanaryState(remote, version),
    isTrying: rollbackController.isTrying,
    readDecisions: (remote, version) => readRolloutDecisions(store, remote, version),
    readHold: async (remote, version) =>
      (await findRolloutHold(store, remote, version))?.why ?? null,
    hold: (hold) => holdRollout(store, { ...hold, liveRevision: releases.live.revision }),
    announce: (notice) =>
      announceRollout(store, { ...notice, liveRevision: releases.live.revision }),
    forget: (remote) => health.forgetCanary(remote),
    revision: () => releases.live.revision,
    getFreeze(remote) {
      const freeze = findFreeze(releases.site, remote);
      return freeze && describeFreeze(freeze);
    },
    advance: (remote, rollout) => advanceRollout(store, remote, { who: 'shell', ...rollout }),
    log,
  });
  if (!candidateStore) rolloutController.start(releases.onChange);
  return { store, files, releases, rollbackController, rolloutController, health };
}

export type Opened = Awaited<ReturnType<typeof openReleases>>;

/** Returns a function that passes the collected values on, at most once per interval. */
function batch(handle: (values: ReadonlySet<string>) => void): (value: string) => void {
  let values = new Set<string>();
  const pass = () => {
    const collected = values;
    values = new Set();
    handle(collected);
  };
  return (value) => {
    if (values.size === 0) setTimeout(pass, DROP_INTERVAL_MS).unref();
    values.add(value);
  };
}

export function openRenderer(start: Start, { files, releases, health }: Opened) {
  const { config, log } = start;
  const onTooLarge = (path: string, result: string) => {
    apiResponsesTooLarge.inc();
    log(`${path}: the API's response is too large; ${result}`);
  };
  const onGone = batch((paths) => renderer.cache.drop(paths));
  const newPool = ({ judged, ...limits }: Partial<PoolLimits> & { judged: boolean }) =>
    new RenderPool({
      ...createRendering(start),
      limits: { ...config.rendering, ...limits },
      onBlame(key, error) {
        const [remote = '', version = ''] = key.split('@');
        health.rendered(remote, version, { ms: 0, error, judged });
      },
      onGone,
      onTooLarge: (path) => onTooLarge(path, 'the page was rendered without it'),
    });
  const pools = {
    live: newPool({ judged: true, ...(start.candidateStore && { waitMs: GATE_WAIT_MS }) }),
    preview: newPool({ judged: false, processes: 1, idleMs: 60_000, waitMs: PATIENT_WAIT_MS }),
  };
  const prepared = pools.live.prepare();
  const onRender: OnRender = (remote, version, outcome) =>
    health.rendered(remote, version, outcome);
  const renderer = new PageRenderer(files, pools, { log, onRender, isServed: releases.serves });
  releases.onChange(() => renderer.cache.dropUnserved());
  const unfollow = followRevisions(
    config.apiUrl,
    ({ changed, removed }) => {
      renderer.cache.invalidate(changed);
      renderer.cache.dropUnder(removed);
    },
    (path) => onTooLarge(path, 'changed pages stay in the cache until they expire'),
  );
  const close = async () => {
    unfollow();
    await Promise.all([pools.live.close(), pools.preview.close()]);
  };
  return { renderer, prepared, close };
}
