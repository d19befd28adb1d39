import { createBrowserRouter, Link, Navigate, RouterProvider } from 'react-router-dom';
import { Audit } from './audit/audit';
import { SessionProvider } from './data/session';
import { Sites } from './day/sites';
import { Frame } from './frame/frame';
import { Overview } from './overview/overview';
import { Previews } from './previews/previews';
import { Compare } from './remote/compare';
import { Release } from './remote/release';
import { Releases } from './remote/releases';
import { Remote } from './remote/remote';
import { EditSite } from './site/edit-site';
import { Site } from './site/site';
import { SessionEnded } from './welcome/session-ended';
import { Welcome } from './welcome/welcome';

const NotFound = () => (
  <>
    <title>Not found – Releases</title>
    <h1>There is no such page</h1>
    <p>
      <Link to="/">Back to the overview</Link>
    </p>
  </>
);

const router = createBrowserRouter(
  [
    {
      element: <Frame />,
      children: [
        { path: '/', element: <Overview /> },
        { path: '/remotes/:name', element: <Remote /> },
        { path: '/remotes/:name/compare', element: <Compare /> },
        { path: '/remotes/:name/releases', element: <Releases /> },
        { path: '/remotes/:name/releases/:version', element: <Release /> },
        { path: '/previews', element: <Previews /> },
        { path: '/audit', element: <Audit /> },
        { path: '/sites', element: <Sites /> },
        { path: '/site', element: <Site /> },
        { path: '/site/edit', element: <EditSite /> },
        { path: '/welcome', element: <Navigate to="/" replace /> },
        { path: '*', element: <NotFound /> },
      ],
    },
  ],
  { basename: '/console' },
);

interface AppProps {
  problem: string | null;
}

export const App = ({ problem }: AppProps) => (
  <SessionProvider
    signedOut={<Welcome problem={problem} />}
    ended={(resume) => <SessionEnded onContinue={resume} />}
  >
    <RouterProvider router={router} />
  </SessionProvider>
);
