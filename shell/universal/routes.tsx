import type { RouteObject } from 'react-router';
import { Frame } from './frame/frame';
import { RemoteFailure } from './slot/remote-failure';
import { Unmatched } from './slot/unmatched';

/** Id of the route under which remotes are grafted. */
export const SLOT = 'slot';

/** The shell's routes: its frame, and in it a slot with the branches that are loaded so far. */
export const frameRoutes = (branches: RouteObject[]): RouteObject[] => [
  {
    id: 'frame',
    Component: Frame,
    children: [{ id: SLOT, ErrorBoundary: RemoteFailure, children: [...branches, { id: 'unmatched', path: '*', Component: Unmatched }] }],
  },
];
