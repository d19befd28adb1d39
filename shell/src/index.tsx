import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { readBoot } from './boot';
import { createBrowserShell } from './browser-shell';
import { createComposer } from './composer';
import { createRemoteLoader } from './federation';
import { type Host, HostProvider } from './host';
import { Hydrated, waitForHydration } from './hydration';
import { withBudget } from './remote-error';
import { frameRoutes, SLOT } from './routes';
import 'shared-ui/tokens.css';

/** How long the page may wait for the matched remote before header and footer come alive without it. */
const HYDRATION_BUDGET_MS = 2500;

async function start(): Promise<void> {
  const boot = readBoot();
  const shell = createBrowserShell(boot);
  const composer = createComposer(boot.releases, createRemoteLoader(boot.releases), shell.shellFor);
  const root = document.getElementById('root') as HTMLElement;
  const { pathname } = location;
  const host: Host = {
    site: boot.site,
    releases: boot.releases,
    auth: shell.session,
    notify: shell.notify,
    now: boot.now,
    composition: composer,
    report: (error) => console.error(error),
  };

  const wanted = composer.branchOf(pathname);
  const branch = wanted && (await withBudget(wanted, HYDRATION_BUDGET_MS, 'the first remote').catch(() => null));
  const hydrating = boot.rendered === 'full' && (branch !== null || wanted === null);
  if (branch) composer.markGrafted(pathname);

  const hydration = waitForHydration();
  const router = createBrowserRouter(frameRoutes(branch ? [hydration.holdLoaders(branch)] : []), {
    hydrationData: hydrating ? boot.hydration : { loaderData: {} },
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const missing: RouteObject | null = await composer.toGraft(path);
      if (!missing || signal.aborted) return;
      composer.markGrafted(path);
      patch(SLOT, [missing]);
    },
  });

  if (!hydrating) {
    const server = document.querySelector(`[data-remote]`);
    host.kept = { pathname, nodes: server ? [...server.childNodes] : [] };
    root.replaceChildren();
  }
  const page = (
    <HostProvider value={host}>
      <RouterProvider router={router} />
      <Hydrated onDone={hydration.done} />
    </HostProvider>
  );
  if (hydrating) hydrateRoot(root, page);
  else {
    createRoot(root).render(page);
    // The frame lives already; this brings the remote in, or says in its place that it cannot be had.
    void router.navigate(location.pathname + location.search + location.hash, { replace: true, preventScrollReset: true });
  }
  shell.session.start();
}

void start();
