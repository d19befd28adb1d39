import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import '@carry/ui/tokens.css';
import type { RemoteModule } from '@carry/contracts/shell';
import { createFakeShell, type FakeShellOptions } from './fake-shell';

/** Renders a remote without a site, with the fake shell; the URL selects the route. */
export function standalone(remote: RemoteModule, options: FakeShellOptions = {}): void {
  const { shell } = createFakeShell(options);
  const router = createBrowserRouter(remote.createRoutes(shell) as RouteObject[]);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<RouterProvider router={router} />);
}
