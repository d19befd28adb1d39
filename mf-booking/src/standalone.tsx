import { standalone } from 'remote-kit/standalone';
import remote from './remote';

standalone(remote, {
  auth: { status: 'signed-in' },
  answers: {
    'GET /api/coaches/1/': () => ({
      id: 1,
      name: 'Nova',
      description: 'Former pro, **patient** teacher.',
      image_url: null,
      special_offer: '10% off',
      rank_images: [],
    }),
    'GET /api/coaches/1/services/': () => [{ id: 1, label: 'One-on-one coaching', rate: 25, is_hourly: true }],
    'GET /api/reviews/by-coach/1/': () => [{ id: 1, reviewer_name: 'Kim', comment: 'Two ranks in a month.', rating: 5 }],
  },
});
