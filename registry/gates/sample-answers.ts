/** What a visitor's pages ask of an API, answered for coach 1 as the specification has it. */
export const sampleAnswers: Record<string, unknown> = {
  'GET /api/coaches/1/': {
    id: 1,
    name: 'Nova',
    description: 'Former pro, **patient** teacher.',
    image_url: null,
    special_offer: '10% off',
    rank_images: [],
  },
  'GET /api/coaches/1/services/': [
    { id: 1, label: 'One-on-one coaching', rate: 25, is_hourly: true },
    { id: 2, label: 'Recorded match review', rate: 18, is_hourly: false },
  ],
  'GET /api/reviews/by-coach/1/': [
    { id: 1, reviewer_name: 'Kim', comment: 'Two ranks in a month.', rating: 5 },
  ],
  'GET /api/coach/1/available-slots/': {
    available_slots: [{ start: '09:00' }, { start: '10:00' }, { start: '14:00' }],
  },
};
