import { defineRemote, lazyRoute } from '@carry/remote-kit';
import { consolePaths } from './console/paths';

export default defineRemote((shell) => [
  { path: consolePaths.today, ...lazyRoute('today', () => import('./routes/today'), shell) },
  {
    path: consolePaths.bookings,
    ...lazyRoute('bookings', () => import('./routes/bookings'), shell),
  },
  {
    path: consolePaths.booking(':bookingId'),
    ...lazyRoute('booking', () => import('./routes/booking'), shell),
  },
  { path: consolePaths.coaches, ...lazyRoute('coaches', () => import('./routes/coaches'), shell) },
  {
    path: consolePaths.coach(':coachId'),
    ...lazyRoute('coach', () => import('./routes/coach'), shell),
  },
  { path: consolePaths.members, ...lazyRoute('members', () => import('./routes/members'), shell) },
  { path: consolePaths.reports, ...lazyRoute('reports', () => import('./routes/reports'), shell) },
  {
    path: consolePaths.waiting,
    ...lazyRoute('waiting-lists', () => import('./routes/waiting-lists'), shell),
  },
  { path: consolePaths.mails, ...lazyRoute('emails', () => import('./routes/emails'), shell) },
  {
    path: consolePaths.operators,
    ...lazyRoute('operators', () => import('./routes/operators'), shell),
  },
  { path: consolePaths.record, ...lazyRoute('record', () => import('./routes/record'), shell) },
  { path: consolePaths.revenue, ...lazyRoute('revenue', () => import('./routes/revenue'), shell) },
]);
