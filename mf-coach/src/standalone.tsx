import { standalone } from '@carry/remote-kit/standalone';
import remote from './remote';

standalone(remote, {
  auth: { status: 'signed-in', user: { is_coach: true } },
  answers: {
    'GET /api/bookings/': () => [
      {
        id: 1,
        session_time: '2027-01-05T18:00:00Z',
        duration_minutes: 60,
        service_type: 'one_on_one',
        status: 'confirmed',
        contact_info: 'kim#1',
        details: 'Aim.',
        notes: '',
      },
    ],
    'GET /api/coach/availability/': () => ({
      time_zone: 'Europe/Berlin',
      weekly: Array.from({ length: 7 }, () => [{ start: '14:00', end: '22:00' }]),
      special: [{ date: '2099-12-24', windows: [] }],
      ...{ buffer_minutes: 15, notice_minutes: 120, days_ahead: 60 },
    }),
    'PATCH /api/coach/availability/': (hours) => hours,
    'PATCH /api/bookings/1/status/': () => ({}),
    'PATCH /api/bookings/1/notes/': () => ({}),
  },
});
