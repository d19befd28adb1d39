import { paths } from 'contracts/paths';
import { defineRemote, lazyRoute } from 'remote-kit';

export default defineRemote((shell) => [
  { path: paths.dashboard, ...lazyRoute('dashboard', () => import('./routes/dashboard')) },
  { path: paths.coachDashboard, ...lazyRoute('coach-dashboard', () => import('./routes/coach-dashboard'), shell) },
  { path: paths.coachBooking(':bookingId'), ...lazyRoute('coach-booking', () => import('./routes/coach-booking'), shell) },
]);
