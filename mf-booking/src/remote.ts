import { paths } from 'contracts/paths';
import { defineRemote } from 'remote-kit';

export default defineRemote((shell) => [
  {
    id: 'booking',
    path: paths.booking(':coachId'),
    lazy: async () => (await import(/* webpackChunkName: "route-booking" */ './routes/booking')).bookingRoute(shell),
  },
  {
    id: 'booking-success',
    path: paths.bookingSuccess,
    lazy: async () => (await import(/* webpackChunkName: "route-booking-success" */ './routes/booking-success')).route,
  },
  {
    id: 'booking-cancelled',
    path: paths.bookingCancelled,
    lazy: async () => (await import(/* webpackChunkName: "route-booking-cancelled" */ './routes/booking-cancelled')).route,
  },
]);
