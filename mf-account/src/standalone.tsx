import { standalone } from 'remote-kit/standalone';
import remote from './remote';

standalone(remote, {
  auth: { status: 'signed-in' },
  answers: {
    'POST /api/token/': () => ({ access: 'sample', refresh: 'sample' }),
    'GET /api/my-sessions/': () => [
      { id: 1, coach_name: 'Nova', session_time: '2027-01-05T18:00:00Z', duration_minutes: 60, status: 'completed', has_review: false },
    ],
  },
});
