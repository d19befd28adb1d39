import type { ShellApi } from '@carry/remote-kit';
import { getBooking } from '../bookings/api';
import { BookingDetail } from '../bookings/booking-detail';
import { consolePage } from '../page/console-page';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Booking',
    subject: 'this booking',
    read: ({ api }, { params }) => getBooking(api, params['bookingId'] ?? ''),
    Content: BookingDetail,
  });
