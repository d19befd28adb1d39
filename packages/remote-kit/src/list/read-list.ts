import { isApiError } from '@carry/contracts/shell';
import type { ListAnswer } from './pages';

type Query = '' | `?${string}`;

const REFUSED = new Set([400, 422]);

/** Reads a list with a query such as `status=confirmed&limit=20`, or without it if another server refuses it or only obeys the limit. */
export async function readList<Row>(
  read: (query: Query) => Promise<ListAnswer<Row>>,
  query: string,
): Promise<ListAnswer<Row>> {
  const answer = await read(`?${query}`).catch((error: unknown) => {
    if (isApiError(error) && REFUSED.has(error.status)) return null;
    throw error;
  });
  const isCut =
    Array.isArray(answer) && answer.length === Number(new URLSearchParams(query).get('limit'));
  return answer === null || isCut ? read('') : answer;
}
