import { standalone } from '@carry/remote-kit/standalone';
import remote from './remote';

standalone(remote, {
  answers: {
    'GET /api/coaches/1/': () => ({
      id: 1,
      name: 'Nova',
      description: 'Former pro, **patient** teacher.',
      image_url: null,
      special_offer: null,
      rank_images: [],
    }),
    'GET /api/coaches/1/services/': () => [
      { id: 1, label: 'One-on-one coaching', rate: 25, is_hourly: true },
    ],
  },
});
