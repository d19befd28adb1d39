import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { invited, operatorCoaches, waitingEntries } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const getWaiting = (api: ApiClient) =>
  read(waitingEntries, api.get('/api/operator/waitlist/', bearer));

export const getCoaches = (api: ApiClient, game: string) =>
  read(operatorCoaches, api.get(`/api/operator/coaches/?${new URLSearchParams({ game })}`, bearer));

export const invite = (api: ApiClient, coachId: number, game: string) =>
  read(invited, api.post(`/api/operator/coaches/${coachId}/invitations/`, { game }, bearer));
