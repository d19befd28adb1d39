import { standalone } from '@carry/remote-kit/standalone';
import remote from './remote';
import { bookableDays, WINDOW_DAYS } from './slots/days';

const starts = ['08:00', '09:00', '10:00', '13:00', '14:00', '15:00', '18:00'];
// biome-ignore lint/plugin: this page is a developer's, under no server
const slots = bookableDays(new Date()).map(({ date }, day) => [
  `GET /api/coach/1/available-slots/?date=${date}&duration=60`,
  () => ({ available_slots: starts.slice(0, WINDOW_DAYS - day).map((start) => ({ start })) }),
]);

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
    'GET /api/coaches/1/services/': () => [
      { id: 1, label: 'One-on-one coaching', rate: 25, is_hourly: true },
      { id: 2, label: 'Team coaching', rate: 60, is_hourly: true },
      { id: 3, label: 'Recorded match review', rate: 18, is_hourly: false },
      { id: 4, label: 'Four-week training plan', rate: 75, is_hourly: false },
    ],
    'GET /api/reviews/by-coach/1/': () => [
      { id: 1, reviewer_name: 'Kim', comment: 'Two ranks in a month.', rating: 5 },
    ],
    ...Object.fromEntries(slots),
  },
});
