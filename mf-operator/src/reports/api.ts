import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, reportedMessages, reportedReviews } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const getReviews = (api: ApiClient, query: string) =>
  read(reportedReviews, api.get(`/api/operator/reviews/?${query}`, bearer));

export const hideReview = (api: ApiClient, id: number, reason: string) =>
  read(done, api.post(`/api/operator/reviews/${id}/hide/`, { reason }, bearer));

export const restoreReview = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/reviews/${id}/restore/`, {}, bearer));

export const getMessages = (api: ApiClient, query: string) =>
  read(reportedMessages, api.get(`/api/operator/messages/?${query}`, bearer));

export const removeMessage = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/messages/${id}/remove/`, {}, bearer));

export const keepMessage = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/messages/${id}/keep/`, {}, bearer));
