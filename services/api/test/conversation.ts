import { randomUUID } from 'node:crypto';
import { signAccess } from '../src/features/accounts/access-token';
import { draw } from './crafted-pictures';
import type { Harness } from './harness';
import { booking } from './matrix-row';

let number = 0;

/** A booking with both sides. */
export async function pair(api: Harness, more: Parameters<typeof booking>[3] = {}) {
  number++;
  const coach = await api.newCoach(`writer-${number}`);
  const [student] = await api.newCrowd(`writer-student-${number}-`, 1);
  if (!student) throw new Error('no student');
  const owner = {
    studentId: student.id,
    coachId: coach.coachId,
    coachUserId: coach.userId,
    serviceId: coach.serviceId,
  };
  const start = new Date(api.now().getTime() + 3 * 86_400_000);
  const row = await booking(api, owner, 'confirmed', {
    startsAt: start,
    endsAt: new Date(start.getTime() + 3_600_000),
    ...more,
  });
  const path = `/api/bookings/${row.id}/`;
  const coachToken = await signAccess(api, coach.userId);
  const as = (token: string) => ({
    token,
    get: (rest = '') => api.send('GET', path + rest, undefined, token),
    post: (rest: string, body: unknown) => api.send('POST', path + rest, body, token),
    write: (text: string, files: number[] = [], key: string = randomUUID()) =>
      api.send('POST', `${path}messages/`, { key, text, files }, token),
    upload: (name: string, content: Uint8Array | string) => upload(api, path, name, content, token),
  });
  return {
    id: row.id,
    owner,
    path,
    coachEmail: coach.email,
    studentEmail: `writer-student-${number}-0@example.com`,
    student: as(student.token),
    coach: as(coachToken),
  };
}

export async function upload(
  api: Harness,
  path: string,
  name: string,
  content: Uint8Array | string,
  token: string,
) {
  const response = await api.app.request(
    `${api.config.url}${path}files/?name=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: content as BodyInit,
    },
  );
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return { status: response.status, body: (await response.json()) as any };
}

/** As the API stores it. */
export const PNG = new Uint8Array(await draw(8, 8).png().toBuffer());

/** Opens the stream of a booking; `next` resolves to its next part, or null at the end. */
export async function follow(app: Harness['app'], path: string, token: string) {
  const response = await app.request(`http://api.test${path}events/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    response,
    next: async () => (await reader?.read())?.value ?? null,
    end: async () => reader?.cancel(),
  };
}
