import { standalone } from '@carry/remote-kit/standalone';
import remote from './remote';

const session = { enrolled: true, until: '2099-01-01T00:00:00Z', recovery_codes: 10 };

standalone(remote, {
  auth: { status: 'signed-in', user: { email: 'operator@carry.example' } },
  answers: {
    'GET /api/operator/session/': () => session,
    'GET /api/operator/overview/': () => ({
      sessions: [
        {
          id: 1,
          session_time: '2027-01-05T18:00:00Z',
          student: 'kim@example.com',
          coach: 'Nova',
          service: 'One-on-one coaching',
          status: 'confirmed',
        },
      ],
      revenue: { paid: 75, refunded: 12.5 },
      ...{ refunds_due: 0, refunds_failed: 0, failed_mails: 0 },
      ...{ reported_reviews: 0, reported_messages: 0, open_applications: 0 },
      provider: { last_event_at: null, open_incidents: 0 },
    }),
    'GET /api/operator/incidents/': () => [],
    'GET /api/operator/bookings/': () => [],
    'GET /api/operator/applications/': () => [],
    'GET /api/operator/coaches/': () => [],
    'GET /api/operator/operators/': () => [
      { id: 1, email: 'operator@carry.example', since: '2027-01-01T12:00:00Z', enrolled: true },
    ],
    'GET /api/operator/members/': () => [],
    'GET /api/operator/reviews/': () => [],
    'GET /api/operator/messages/': () => [],
    'GET /api/operator/waitlist/': () => [],
    'GET /api/operator/mails/': () => [],
    'GET /api/operator/audit/': () => [],
    'GET /api/operator/revenue/weeks/': () => ({ weeks: [], failed_payouts: [] }),
    'GET /api/operator/revenue/coaches/': () => [],
  },
});
