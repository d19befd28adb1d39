import { standalone } from 'remote-kit/standalone';
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
    'PATCH /api/bookings/1/status/': () => ({}),
    'PATCH /api/bookings/1/notes/': () => ({}),
  },
});
