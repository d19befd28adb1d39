import { lazy } from 'react';

const nothing: typeof import('./parts') = { BookedSessions: () => null, DeviceZone: () => null };
const load = () => import(/* webpackChunkName: "on-demand" */ './parts').catch(() => nothing);

export const BookedSessions = lazy(async () => ({ default: (await load()).BookedSessions }));
export const DeviceZone = lazy(async () => ({ default: (await load()).DeviceZone }));
