import { read } from '@carry/contracts/answers';
import { conversation, message, uploadedFile } from '@carry/contracts/own-answers/booking';
import type { ApiClient } from '@carry/contracts/shell';

const bearer = { bearer: true };
type Id = number | string;

/** Path part of a booking; ids of other servers may be any text. */
const part = (id: Id) => encodeURIComponent(id);

export const getConversation = (api: ApiClient, booking: Id, before?: number) =>
  read(
    conversation,
    before === undefined
      ? api.get(`/api/bookings/${part(booking)}/messages/`, bearer)
      : api.get(`/api/bookings/${part(booking)}/messages/?before=${before}`, bearer),
  );

export interface Written {
  /** Idempotency key. */
  key: string;
  text: string;
  files: number[];
}

export const sendMessage = (api: ApiClient, booking: Id, written: Written) =>
  read(message, api.post(`/api/bookings/${part(booking)}/messages/`, written, bearer));

/** Delivers the result of a service without a time. */
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
