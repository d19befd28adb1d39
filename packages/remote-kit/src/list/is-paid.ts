import { mySessionPage, read } from '@carry/contracts/answers';
import type { ApiClient } from '@carry/contracts/shell';
import { readList } from './read-list';

const PAID: ReadonlySet<string> = new Set(['confirmed', 'completed']);

/** Resolves to true if the member's sessions list the booking as confirmed or completed. Resolves to false on failure. */
export async function isPaid(api: ApiClient, bookingId: number | string): Promise<boolean> {
  const find = async (query: string): Promise<boolean> => {
    const answer = await readList(
      (query) => read(mySessionPage, api.get(`/api/my-sessions/${query}`, { bearer: true })),
      query,
    );
    const { results, next } = Array.isArray(answer) ? { results: answer, next: null } : answer;
    const booking = results.find(({ id }) => String(id) === String(bookingId));
    if (booking) return PAID.has(booking.status ?? '');
    return next !== null && find(`${query}&cursor=${encodeURIComponent(next)}`);
  };
  return find('order=desc&limit=50').catch(() => false);
}
