import { lazy } from 'react';

// Both are in one chunk. Without it, the form works and shows less.
export const BookedSessions = lazy(() =>
  import(/* webpackChunkName: "on-demand" */ './booked-sessions').then(
    ({ BookedSessions }) => ({ default: BookedSessions }),
    () => ({ default: () => null }),
  ),
);
export const DeviceZone = lazy(() =>
  import(/* webpackChunkName: "on-demand" */ './device-zone').then(
    ({ DeviceZone }) => ({ default: DeviceZone }),
    () => ({ default: () => null }),
  ),
);
