import { defineRemote, lazyRoute } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';

export default defineRemote((shell) => [
  {
    path: paths.booking(':coachId'),
    ...lazyRoute('booking', () => import('./routes/booking'), shell),
  },
  {
    path: paths.bookingSuccess,
    ...lazyRoute('booking-success', () => import('./routes/booking-success')),
  },
  {
    path: paths.bookingCancelled,
    ...lazyRoute('booking-cancelled', () => import('./routes/booking-cancelled')),
  },
]);
