import { read } from '@carry/contracts/answers';
import { conversation, message, uploadedFile } from '@carry/contracts/own-answers';
import type { ApiClient } from '@carry/contracts/shell';

const bearer = { bearer: true };
type Id = number | string;

/** Path part of a booking; ids of other servers may be any text. */
const part = (id: Id) => encodeURIComponent(id);

export interface PageOptions {
  /** Id of the message that ends the page; by default the page is the newest. */
  before?: number;
  signal?: AbortSignal;
}

/** Returns a page of messages. One that leads to no earlier page is the first (`older: null`). */
export async function getConversation(
  api: ApiClient,
  booking: Id,
  { before, ...options }: PageOptions = {},
) {
  const request = { ...bearer, ...options };
  if (before === undefined)
    return read(conversation, api.get(`/api/bookings/${part(booking)}/messages/`, request));
  const path = `/api/bookings/${part(booking)}/messages/?before=${before}` as const;
  const page = await read(conversation, api.get(path, request));
  return page.older && page.older < before ? page : { ...page, older: null };
}

export interface Written {
  key: string;
  text: string;
  files: number[];
}

export const sendMessage = (api: ApiClient, booking: Id, written: Written) =>
  read(message, api.post(`/api/bookings/${part(booking)}/messages/`, written, bearer));

export const deliverResult = (api: ApiClient, booking: Id, written: Written) =>
  read(message, api.post(`/api/bookings/${part(booking)}/deliver/`, written, bearer));

export const markRead = (api: ApiClient, booking: Id, last: number) =>
  api.post(`/api/bookings/${part(booking)}/messages/read/`, { last }, bearer);

export const reportMessage = (
  api: ApiClient,
  booking: Id,
  { id, reason }: { id: number; reason: string },
) => api.post(`/api/bookings/${part(booking)}/messages/${id}/report/`, { reason }, bearer);

export function uploadFile(api: ApiClient, booking: Id, file: File) {
  const path =
    `/api/bookings/${part(booking)}/files/?name=${encodeURIComponent(file.name)}` as const;
  return read(uploadedFile, api.upload(path, file, bearer));
}

export const downloadFile = (api: ApiClient, booking: Id, file: number): Promise<Blob> =>
  api.download(`/api/bookings/${part(booking)}/files/${file}/`, bearer);
