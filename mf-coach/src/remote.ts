import { paths } from 'contracts/paths';
import { defineRemote } from 'remote-kit';

export default defineRemote((shell) => [
  {
    id: 'dashboard',
    path: paths.dashboard,
    lazy: async () => (await import(/* webpackChunkName: "route-dashboard" */ './routes/dashboard')).route,
  },
  {
    id: 'coach-dashboard',
    path: paths.coachDashboard,
    lazy: async () => (await import(/* webpackChunkName: "route-coach-dashboard" */ './routes/coach-dashboard')).coachDashboardRoute(shell),
  },
  {
    id: 'coach-booking',
    path: paths.coachBooking(':bookingId'),
    lazy: async () => (await import(/* webpackChunkName: "route-coach-booking" */ './routes/coach-booking')).coachBookingRoute(shell),
  },
]);
