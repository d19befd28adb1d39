import type { RouteObject } from 'react-router';
import { Frame } from '../frame/frame';
import { PageFailure } from '../outlet/page-failure';
import { RemoteFailure } from '../outlet/remote-failure';
import { Unmatched } from '../outlet/unmatched';

export const OUTLET = 'outlet';

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
