import '@carry/ui/tokens.css'; // first, because it orders the layers
import { type ReactNode, startTransition } from 'react';
import { createRoot, type HydrationOptions, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;
type MountSlot = typeof import('./slots/mount-slot').mountSlot;
type StartIdleWork = typeof import('./idle-work').startIdleWork;
type OnRecoverableError = NonNullable<HydrationOptions['onRecoverableError']>;

import { wasReloaded } from '../universal/failures/reload-once';
import { RemoteError, withBudget } from '../universal/failures/remote-error';
import { type Host, HostProvider } from '../universal/host/host';
import { PageBoundary } from '../universal/outlet/page-failure';
import { type Boot, readBoot } from '../universal/page/boot';
import { whenIdle } from '../universal/page/when-idle';
import { frameRoutes, OUTLET } from '../universal/routing/routes';
import { ForeignNodes, hydrateAtOnce } from './foreign-nodes/foreign-nodes';
import { takeForeignMutations, undoMutations } from './foreign-nodes/undo-mutations';
import { delayNavigationState } from './hydration/delayed-navigation-state';
import { untilIdle, waitForHydration, yieldToMain } from './hydration/hydration-hold';
import { replayInput, takeInput } from './hydration/input-replay';
import { createBranchLoader } from './loading/branch-loader';
import { createRemoteLoader } from './loading/federation';
import { keepFirstElements } from './loading/keep-first-elements';
import { nameSheets } from './loading/prefetch';
import { createRouteIndex, type RouteIndex } from './loading/route-index';
import { fadeBetweenPages } from './navigation/fade-between-pages';
import { createReporter } from './reports/reporter';
import { createBrowserShell } from './shell-api/browser-shell';
import './notice.css';

/** Gives a document load a unique history key. The router uses `default` for all of them and would restore the wrong scroll position. */
function nameEntry(): void {
  const state: { key?: string } | null = history.state;
  if (state?.key) return;
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

function listenForInspector(): void {
  window.addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyI') return;
    event.preventDefault();
    void import(/* webpackChunkName: "inspector" */ './inspector/inspector')
      .then(({ toggleInspector }) => toggleInspector())
      .catch((error: unknown) => console.error(error));
  });
}

// The CSP forbids eval. Without this flag, Zod tries it and causes a violation report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
keepFirstElements();

/** After this time, header and footer hydrate without the matched remote. */
const HYDRATION_BUDGET_MS = 2500;

interface HostParts {
  boot: Boot;
  shell: ReturnType<typeof createBrowserShell>;
  index: RouteIndex;
  branches: ReturnType<typeof createBranchLoader>;
  reporter: ReturnType<typeof createReporter>;
  foreign: ForeignNodes;
}

function createHost({ boot, shell, index, branches, reporter, foreign }: HostParts): Host {
  const { pathname } = location;
  return {
    site: boot.site,
    owns: (path) => index.lookup(path) !== null,
    suggest: (path) => (path === pathname ? boot.suggestion : null), // a link to any other unmatched path loads a document
    refusedPreview: (path) => (path === pathname ? boot.refusedPreview : null),
    menu: boot.menu,
    auth: shell.session,
    keepsSession: shell.keepsSession,
    notify: shell.notify,
    confirm: shell.confirm,
    requestId: boot.request.id,
    setTitle: shell.setTitle,
    showFailure: shell.showFailure,
    stamped: boot.renderedAt,
    now: shell.clock.now,
    composition: branches,
    frameFailed(error) {
      if (!foreign.explain(error)) reporter.frameFailed(error);
    },
    report(error, owner) {
      console.error(error);
      if (owner && !(error instanceof RemoteError) && !foreign.explain(error))
        reporter.failed('render', owner);
    },
  };
}

const createRecoveryHandler =
  (
    { own }: Boot,
    reporter: ReturnType<typeof createReporter>,
    foreign: ForeignNodes,
  ): OnRecoverableError =>
  (error) => {
    if (foreign.detected) return; // the mismatch is not the release's fault
    reportError(error);
    if (own) reporter.failed('render', own);
  };

function hydratePage(
  root: Element,
  page: ReactNode,
  {
    mutations,
    onRecoverableError,
  }: { mutations: MutationRecord[]; onRecoverableError: OnRecoverableError },
): void {
  const hydrate = () => void hydrateRoot(root, page, { onRecoverableError });
  undoMutations(mutations);
  if (mutations.length === 0) startTransition(hydrate);
  else hydrateAtOnce(root, hydrate);
}

/** Keeps the server's HTML until the remote replaces it; input and presses are carried over. */
function keepServerHtml(host: Host): void {
  const { pathname } = location;
  const { onHydrated, report } = host;
  const box = document.querySelector<HTMLElement>('[data-remote]');
  const kept: NonNullable<Host['serverHtml']> = {
    pathname,
    release: { name: box?.dataset['remote'], version: box?.dataset['release'] },
    nodes: [...(box?.childNodes ?? [])],
    focused: document.activeElement,
    scrollY,
  };
  const load = () => import(/* webpackChunkName: "idle" */ './hydration/carry-input');
  const carrying = load()
    .catch(load)
    .catch(() => {}); // without its chunk, they are lost
  const edited = new WeakSet<EventTarget>();
  host.serverHtml = kept;
  host.onHydrated = () => {
    onHydrated?.();
    const captured = takeInput();
    const left = kept.nodes.splice(0);
    for (const type of ['input', 'submit'])
      addEventListener(type, ({ target }) => target && edited.add(target), true);
    carrying
      .then((chunk) => {
        if (location.pathname !== pathname) return;
        chunk?.carryInput(left, edited, { focused: kept.focused, captured });
      })
      .catch(() => {});
  };
  host.report = (...failure) => {
    takeInput(); // presses are dropped, so that none takes effect after Retry
    report(...failure);
  };
}

function renderPage(root: Element, page: ReactNode, router: Router): void {
  createRoot(root).render(page);
  void router.navigate(location.pathname + location.search + location.hash, {
    replace: true,
    preventScrollReset: true,
  });
}

function loadSlot(...slot: Parameters<MountSlot>): void {
  import(/* webpackChunkName: "slots" */ './slots/mount-slot')
    .then(({ mountSlot }) => mountSlot(...slot))
    .catch(() => {});
}

function workWhenIdle(...page: Parameters<StartIdleWork>): void {
  import(/* webpackChunkName: "idle" */ './idle-work')
    .then(({ startIdleWork }) => startIdleWork(...page))
    .catch(() => {}); // without its chunk, this page goes unmeasured, and a click loads the next one
}

function startTools(
  { inspector, previews }: Boot,
  index: RouteIndex,
  router: Pick<Router, 'state' | 'subscribe'>,
): void {
  if (inspector) listenForInspector();
  if (previews.length === 0) return;
  import(/* webpackChunkName: "preview-panel" */ './preview-panel/open-panel')
    .then(({ openPanel }) => openPanel(previews, index, router))
    .catch(() => {});
}

/** Sets the mark that deployment gates and tests wait for, and removes a premature failure notice. */
function markHydrated(): void {
  document.documentElement.dataset['hydrated'] = '';
  document.querySelector('[data-notice]')?.remove();
}

async function start(): Promise<void> {
  await yieldToMain();
  const boot = readBoot();
  nameSheets();
  const index = createRouteIndex(boot);
  const reporter = createReporter(boot.view, boot.own, () => index.lookup(location.pathname));
  const loader = createRemoteLoader(boot.local);
  const shell = createBrowserShell(boot, (...slot) =>
    loadSlot({ index, loader, shell, reporter, foreign, router }, ...slot),
  );
  const branches = createBranchLoader({
    ...{ index, loader, shellFor: shell.shellFor, reporter },
    getHash: () => router.state.navigation.location?.hash ?? '',
  });
  const root = document.getElementById('root') as HTMLElement;
  const { pathname } = location;
  const foreign = new ForeignNodes(root);
  const host = createHost({ boot, shell, index, branches, reporter, foreign });
  const loading = boot.own && branches.loadBranch(pathname);
  const branch =
    loading &&
    (await withBudget(loading, HYDRATION_BUDGET_MS, 'the first remote').catch(() => null));
  const hydrating = boot.rendered === 'full' && (branch !== null || loading === null);
  if (branch) branches.markGrafted(pathname);

  void index.complete().catch(() => {}); // in parallel with hydration, so that the first click finds its remote
  await yieldToMain();
  nameEntry();
  const hydration = waitForHydration();
  host.onHydrated = hydration.done;
  const router = createBrowserRouter(frameRoutes(branch ? [hydration.holdLoaders(branch)] : []), {
    hydrationData: hydrating ? boot.hydration : { loaderData: {} },
    async patchRoutesOnNavigation({ path, patch, signal }) {
      if (boot.refusedPreview && path === pathname) return;
      const missing: RouteObject | null = await branches.loadMissingBranch(path);
      if (!missing || signal.aborted) return;
      branches.markGrafted(path);
      patch(OUTLET, [missing]);
    },
  });

  await yieldToMain();
  const mutations = takeForeignMutations(root);
  foreign.watch(mutations.length > 0);
  if (!hydrating) {
    keepServerHtml(host);
    root.replaceChildren();
  }
  const page = (
    <HostProvider value={host}>
      <PageBoundary>
        <RouterProvider router={fadeBetweenPages(delayNavigationState(router))} />
      </PageBoundary>
    </HostProvider>
  );
  const onRecoverableError = createRecoveryHandler(boot, reporter, foreign);
  if (hydrating) hydratePage(root, page, { mutations, onRecoverableError });
  else {
    hydration.done();
    renderPage(root, page, router);
  }
  const keepsHtml = host.serverHtml && host.serverHtml.nodes.length > 0;
  void Promise.all([keepsHtml || replayInput(), hydration.hydrated])
    .finally(markHydrated)
    .then(untilIdle)
    .then(reporter.responds);
  shell.session.start();
  reporter.listen();
  if (wasReloaded()) shell.toast('This page was updated to a newer version.');
  whenIdle(() => workWhenIdle({ index, router, reporter: boot.view ? reporter : null }, whenIdle));
  startTools(boot, index, router);
}

start().catch(reportError);
