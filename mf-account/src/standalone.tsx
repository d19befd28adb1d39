import { standalone } from 'remote-kit/standalone';
import remote from './remote';

standalone(remote, {
  auth: { status: 'signed-in' },
  answers: {
    'POST /api/my-sessions/2/cancel/': () => ({ detail: 'Session cancelled' }),
    'POST /api/token/': () => ({ access: 'sample', refresh: 'sample' }),
    'GET /api/my-sessions/': () => [
      {
        ...{ id: 2, coach_name: 'Nova', session_time: '2099-01-05T18:00:00Z', duration_minutes: 60, status: 'confirmed' },
        ...{ amount: 25, refund: 'none', cancel_until: '2099-01-05T06:00:00Z' },
      },
      { id: 1, coach_name: 'Nova', session_time: '2027-01-05T18:00:00Z', duration_minutes: 60, status: 'completed', has_review: false },
    ],
  },
});
