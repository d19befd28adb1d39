import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, invited, operatorCoaches, waitingEntries } from '@carry/remote-kit/own-answers';
import { LIST_ROWS } from '../console/parts';

const bearer = { bearer: true } as const;

/** Returns a page of entries; `after` is the entry that ends the previous one. */
export function getWaiting(api: ApiClient, after: string | null) {
  const path = `/api/operator/waitlist/?limit=${String(LIST_ROWS)}` as const;
  const page = after
    ? api.get(`${path}&after=${encodeURIComponent(after)}`, bearer)
    : api.get(path, bearer);
  return read(waitingEntries, page);
}

/** Coaches of a game; `query` has the search of the page. */
export function findCoaches(api: ApiClient, game: string, query: string) {
  const search = new URLSearchParams(query);
  search.set('game', game);
  return read(operatorCoaches, api.get(`/api/operator/coaches/?${search}`, bearer));
}

export const invite = (api: ApiClient, coachId: number, game: string) =>
  read(invited, api.post(`/api/operator/coaches/${coachId}/invitations/`, { game }, bearer));

export const removeAddress = (api: ApiClient, email: string) =>
  read(done, api.post('/api/operator/waitlist/remove/', { email }, bearer));
