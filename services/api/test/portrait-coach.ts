import { expect } from 'vitest';
import { signAccess } from '../src/features/accounts/access-token';
import type { Harness } from './harness';

export const FILES_OF_PORTRAIT = 7;

/** Creates a coach who can upload. */
export async function newCoach(api: Harness, name: string) {
  const { coachId, userId } = await api.newCoach(name);
  const token = await signAccess(api, userId);
  const upload = (bytes: Buffer) =>
    api.send('POST', '/api/coach/portrait/', { picture: bytes.toString('base64') }, token);
  return { coachId, token, upload };
}

/** Loads all files of a coach's portrait, as visitors do. */
export async function assertShown(api: Harness, coachId: number): Promise<Buffer[]> {
  const { body } = await api.send('GET', `/api/coaches/${coachId}/`);
  const urls: string[] = body.portrait.sources.flatMap(({ srcset }: { srcset: string }) =>
    srcset.split(', ').map((part) => part.split(' ')[0] ?? ''),
  );
  return Promise.all(
    [...urls, body.social_picture].map(async (url) => {
      const response = await api.app.request(url);
      expect(response.status, url).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^image\/(avif|webp|png)$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      return Buffer.from(await response.arrayBuffer());
    }),
  );
}
