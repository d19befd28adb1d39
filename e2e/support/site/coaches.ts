import { expect } from 'playwright/test';
import type { Site } from './fixtures';

const everyDay = Array.from({ length: 7 }, () => [{ start: '00:00', end: '24:00' }]);

type CallOperator = ReturnType<typeof operatorOf>;

/** Returns a function that calls the operator's part of the API and resolves with the response body. */
export const operatorOf = (site: Site) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${site.urls.api}/api/operator/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${site.env['OPERATOR_TOKEN']}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}`).toBe(true);
  return response.json();
};

interface Coach {
  email: string;
  name: string;
  /** USD per hour. */
  rate: number;
}

/** Makes a League of Legends coach who can be booked at any time. Resolves with the id. */
export async function addCoach(
  operator: CallOperator,
  { email, name, rate }: Coach,
): Promise<number> {
  const { id } = await operator('POST', 'coaches/', { email, name, time_zone: 'UTC' });
  await operator('PATCH', `coaches/${id}/`, {
    ...{ description: 'Jungle and macro.', games: ['lol'], languages: ['en', 'ko'] },
    clip: 'https://youtu.be/dQw4w9WgXcQ',
    services: [{ id: null, label: 'One-on-one coaching', rate, is_hourly: true }],
  });
  await operator('PATCH', `coaches/${id}/availability/`, {
    ...{ time_zone: 'UTC', weekly: everyDay, special: [] },
    ...{ buffer_minutes: 0, notice_minutes: 120, days_ahead: 60 },
  });
  return id;
}
