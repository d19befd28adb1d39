import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { invited, operatorCoaches, waitingEntries } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const getWaiting = (api: ApiClient, query: string) =>
  read(waitingEntries, api.get(`/api/operator/waitlist/?${query}`, bearer));

/** Coaches of a game; `query` has the search of the page. */
export function findCoaches(api: ApiClient, game: string, query: string) {
  const search = new URLSearchParams(query);
  search.set('game', game);
  return read(operatorCoaches, api.get(`/api/operator/coaches/?${search}`, bearer));
}

export const invite = (api: ApiClient, coachId: number, game: string) =>
  read(invited, api.post(`/api/operator/coaches/${coachId}/invitations/`, { game }, bearer));
