import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { findBookings } from '../bookings/api';
import { BookingList } from '../bookings/booking-list';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Bookings',
    subject: 'the bookings',
    query: ['q', 'below', 'refund'],
    read: ({ api }, { query }) => findBookings(api, listQuery(query, ['refund'])),
    Content: BookingList,
  });
