import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, operatorMails } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const getMails = (api: ApiClient, query: string) =>
  read(operatorMails, api.get(`/api/operator/mails/?${query}`, bearer));

export const sendMail = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/mails/${id}/send/`, {}, bearer));

export const dismissMail = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/mails/${id}/dismiss/`, {}, bearer));
