import type { ShellApi } from '@carry/remote-kit';
import { findBookings } from '../bookings/api';
import { BookingList } from '../bookings/booking-list';
import { consolePage, listQuery } from '../page/console-page';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Bookings',
    subject: 'the bookings',
    query: ['q', 'below'],
    read: ({ api }, { query }) => findBookings(api, listQuery(query)),
    Content: BookingList,
  });
