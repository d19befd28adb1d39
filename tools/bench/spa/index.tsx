import '@carry/ui/tokens.css';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import account from '../../../mf-account/src/remote';
import booking from '../../../mf-booking/src/remote';
import coach from '../../../mf-coach/src/remote';
import marketing from '../../../mf-marketing/src/remote';
import { createBrowserShell } from '../../../shell/browser/shell-api/browser-shell';
import { type Host, HostProvider } from '../../../shell/universal/host/host';
import type { Boot, Menu } from '../../../shell/universal/page/boot';
import { frameRoutes } from '../../../shell/universal/routing/routes';
import { frame } from '../../workspace/site.json';

const boot: Boot = {
  site: { ...fakeSite, settings: { coachSlug: 'nova' } },
  apiUrl: '',
  request: { id: '', toApi: false },
  own: null,
  composition: { url: '', integrity: '' },
  previews: [],
  refusedPreview: null,
  menu: { ...frame, entries: [] } as Menu,
  session: { profile: '/api/me/', renew: '/api/token/refresh/', revoke: '/api/token/revoke/' },
  scriptOrigins: [],
  local: [],
  suggestion: null,
  rendered: 'frame',
  hydration: { loaderData: {} },
  now: Date.now(),
  renderedAt: Date.now(),
  view: null,
  inspector: false,
};
const shell = createBrowserShell(boot, () => {});
const release = { name: 'spa', version: '0', entry: '', integrity: '', expose: [], routes: [] };
const routes = [marketing, booking, account, coach].flatMap((remote) =>
  remote.createRoutes(shell.shellFor(release)),
);
const host: Host = {
  site: boot.site,
  owns: () => true,
  suggest: () => null,
  menu: boot.menu,
  auth: shell.session,
  notify: shell.notify,
  stamped: boot.now,
  now: shell.clock.now,
  report: (error) => console.error(error),
};

createRoot(document.getElementById('root') as HTMLElement).render(
  <HostProvider value={host}>
    <RouterProvider router={createBrowserRouter(frameRoutes(routes as RouteObject[]))} />
  </HostProvider>,
);
shell.session.start();
