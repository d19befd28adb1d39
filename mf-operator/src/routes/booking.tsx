import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getBooking } from '../bookings/api';
import { BookingDetail } from '../bookings/booking-detail';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Booking',
    subject: 'this booking',
    read: ({ api }, { params }) => getBooking(api, params['bookingId'] ?? ''),
    Content: BookingDetail,
  });
