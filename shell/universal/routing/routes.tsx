import type { RouteObject } from 'react-router';
import { Frame } from '../frame/frame';
import { PageFailure } from '../outlet/page-failure';
import { RemoteFailure } from '../outlet/remote-failure';
import { Unmatched } from '../outlet/unmatched';

/** Id of the route under which remotes are grafted. */
export const OUTLET = 'outlet';

/** The shell's routes: its frame, and in it an outlet with the branches that are loaded so far. */
export const frameRoutes = (branches: RouteObject[]): RouteObject[] => [
  {
    id: 'frame',
    Component: Frame,
    ErrorBoundary: PageFailure,
    children: [
      {
        id: OUTLET,
        ErrorBoundary: RemoteFailure,
        children: [...branches, { id: 'unmatched', path: '*', Component: Unmatched }],
      },
    ],
  },
];
