import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, members } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const findMembers = (api: ApiClient, query: string) =>
  read(members, api.get(`/api/operator/members/?${query}`, bearer));

export const exportMembers = (api: ApiClient, query: string): Promise<Blob> =>
  api.download(`/api/operator/members/export/?${query}`, bearer);

export const lockMember = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/members/${id}/lock/`, {}, bearer));

export const unlockMember = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/members/${id}/unlock/`, {}, bearer));

export const deleteMember = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/members/${id}/delete/`, {}, bearer));

/** Returns a member's data as a JSON file. It may be too large for the deadline of `get`. */
export const exportMember = (api: ApiClient, id: number): Promise<Blob> =>
  api.download(`/api/operator/members/${id}/export/`, bearer);
