import { mySessionPage, read } from '@carry/contracts/answers';
import type { ApiClient } from '@carry/contracts/shell';
import { readList } from './read-list';

const PAID: ReadonlySet<string> = new Set(['confirmed', 'completed']);
const FIRST_PAGE = 'order=desc&limit=50';
/** The unpaid order is a recent one. */
const MAX_PAGES = 10;

/** Resolves to true if the member's sessions list the booking as confirmed or completed. Resolves to false on failure. */
export async function isPaid(api: ApiClient, bookingId: number | string): Promise<boolean> {
  const find = async (query: string, page = 1): Promise<boolean> => {
    const answer = await readList(
      (query) => read(mySessionPage, api.get(`/api/my-sessions/${query}`, { bearer: true })),
      query,
    );
    const { results, next } = Array.isArray(answer) ? { results: answer, next: null } : answer;
    const booking = results.find(({ id }) => String(id) === String(bookingId));
    if (booking) return PAID.has(booking.status ?? '');
    if (next === null || page === MAX_PAGES) return false;
    return find(`${FIRST_PAGE}&cursor=${encodeURIComponent(next)}`, page + 1);
  };
  return find(FIRST_PAGE).catch(() => false);
}
