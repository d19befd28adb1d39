import { defineRemote, lazyRoute } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';

export default defineRemote((shell) => [
  { path: paths.dashboard, ...lazyRoute('dashboard', () => import('./routes/dashboard')) },
  {
    path: paths.coachDashboard,
    ...lazyRoute('coach-dashboard', () => import('./routes/coach-dashboard'), shell),
  },
  {
    path: paths.coachAvailability,
    ...lazyRoute('coach-availability', () => import('./routes/coach-availability'), shell),
  },
  {
    path: paths.coachProfile,
    ...lazyRoute('coach-profile', () => import('./routes/coach-profile'), shell),
  },
  {
    path: paths.coachReviews,
    ...lazyRoute('coach-reviews', () => import('./routes/coach-reviews'), shell),
  },
  {
    path: paths.coachEarnings,
    ...lazyRoute('coach-earnings', () => import('./routes/coach-earnings'), shell),
  },
  {
    path: paths.coachWaitingList,
    ...lazyRoute('coach-waiting-list', () => import('./routes/coach-waiting-list'), shell),
  },
  {
    path: paths.coachBooking(':bookingId'),
    ...lazyRoute('coach-booking', () => import('./routes/coach-booking'), shell),
  },
]);
