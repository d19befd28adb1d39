import { standalone } from '@carry/remote-kit/standalone';
import remote from './remote';

standalone(remote, {
  auth: { status: 'signed-in' },
  answers: {
    'POST /api/my-sessions/2/move/': () => ({
      ...{ session_time: '2099-01-06T18:00:00Z', move_until: '2099-01-06T06:00:00Z' },
    }),
    'POST /api/my-sessions/2/cancel/': () => ({ detail: 'Session cancelled' }),
    'GET /api/account/': () => ({
      ...{ email: 'kim@example.com', pending_email: null, deletable: true },
      devices: [
        {
          ...{ id: 'a', name: 'Chrome on Windows', current: true },
          ...{ signed_in_at: '2026-11-20T10:00:00Z', last_used_at: '2026-11-22T10:00:00Z' },
        },
      ],
      ending: [
        {
          id: 2,
          coach_name: 'Nova',
          session_time: '2099-01-05T18:00:00Z',
          amount: 25,
          refunded: true,
        },
      ],
    }),
    'POST /api/token/': () => ({ access: 'sample', refresh: 'sample' }),
    'GET /api/my-sessions/': () => [
      {
        ...{
          id: 2,
          coach_name: 'Nova',
          session_time: '2099-01-05T18:00:00Z',
          duration_minutes: 60,
          status: 'confirmed',
        },
        ...{ amount: 25, refund: 'none', cancel_until: '2099-01-05T06:00:00Z' },
        move_until: '2099-01-05T06:00:00Z',
      },
      {
        id: 1,
        coach_name: 'Nova',
        session_time: '2027-01-05T18:00:00Z',
        duration_minutes: 60,
        status: 'completed',
        has_review: false,
      },
    ],
  },
});
