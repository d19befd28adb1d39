import type { Page } from 'playwright/test';
import type { MinimalServer } from './site';

export const services = [
  { id: 1, label: 'Coaching', rate: 30, is_hourly: true },
  { id: 2, label: 'Review', rate: 12.5, is_hourly: false },
];

/** Adds a coach to the server and returns the path of the page. Use a new coach for each offer: the site caches pages for ten seconds. */
export function offer(
  api: MinimalServer,
  id: number,
  more: { services?: object[]; slots?: string[]; reviews?: object[] } = {},
): string {
  const slots = more.slots ?? ['09:00', '10:00', '14:00'];
  api.answer(`GET /api/coaches/${id}/`, {
    body: {
      name: 'Rook',
      description: 'Plain text.',
      image_url: null,
      special_offer: 'two for one.',
      rank_images: [],
    },
  });
  api.answer(`GET /api/coaches/${id}/services/`, { body: more.services ?? services });
  api.answer(`GET /api/reviews/by-coach/${id}/`, { body: more.reviews ?? [] });
  api.answer(`GET /api/coach/${id}/available-slots/`, {
    body: { available_slots: slots.map((start) => ({ start })) },
  });
  return `/booking/${id}`;
}

export const days = (page: Page) => page.getByRole('button', { name: /^\w{3}, \w{3} \d+/ });
export const day = (page: Page, index: number) => days(page).nth(index);
export const times = (page: Page) =>
  page.getByRole('group', { name: /^\w{3}, / }).getByRole('button');
