import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import {
  done,
  type ReportedMessage,
  type ReportedReview,
  reportedMessages,
  reportedReviews,
} from '@carry/remote-kit/own-answers';
import { LIST_ROWS } from '../console/parts';

const bearer = { bearer: true } as const;

export interface Page<Row> {
  rows: Row[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

/** Converts an answer; APIs of earlier releases send pages of 100 rows as lists. */
const toPage = <Row extends { id: number }>(
  answer: Row[] | { results: Row[]; next: string | null },
): Page<Row> =>
  Array.isArray(answer)
    ? { rows: answer, next: answer.length < LIST_ROWS ? null : String(answer.at(-1)?.id) }
    : { rows: answer.results, next: answer.next };

/** The limit asks for pages that end early if their texts are long. */
const limited = (query: string) => `${query && `${query}&`}limit=${LIST_ROWS}`;

export const getReviews = async (api: ApiClient, query: string): Promise<Page<ReportedReview>> =>
  toPage(await read(reportedReviews, api.get(`/api/operator/reviews/?${limited(query)}`, bearer)));

export const hideReview = (api: ApiClient, id: number, reason: string) =>
  read(done, api.post(`/api/operator/reviews/${id}/hide/`, { reason }, bearer));

/** Throws 409 if the review is no longer in this state. */
export const restoreReview = (api: ApiClient, id: number, state: 'reported' | 'hidden') =>
  read(done, api.post(`/api/operator/reviews/${id}/restore/?state=${state}`, {}, bearer));

/** Throws 409 if the coach has changed or removed the reply. */
export const removeReply = (api: ApiClient, id: number, seen: string) =>
  read(done, api.post(`/api/operator/reviews/${id}/reply/remove/`, { seen }, bearer));

export const getMessages = async (api: ApiClient, query: string): Promise<Page<ReportedMessage>> =>
  toPage(
    await read(reportedMessages, api.get(`/api/operator/messages/?${limited(query)}`, bearer)),
  );

/** Returns a file of a reported message. Throws if the shell is too old for downloads. */
export async function downloadFile(api: ApiClient, message: number, file: number): Promise<Blob> {
  if (!api.download) throw new Error('this shell has no downloads');
  return api.download(`/api/operator/messages/${message}/files/${file}/`, bearer);
}

export const removeMessage = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/messages/${id}/remove/`, {}, bearer));

export const keepMessage = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/messages/${id}/keep/`, {}, bearer));
