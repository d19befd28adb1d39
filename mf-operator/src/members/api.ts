import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, members } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const findMembers = (api: ApiClient, query: string) =>
  read(members, api.get(`/api/operator/members/?${query}`, bearer));

export const lockMember = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/members/${id}/lock/`, {}, bearer));

export const unlockMember = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/members/${id}/unlock/`, {}, bearer));

export const deleteMember = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/members/${id}/delete/`, {}, bearer));

/** Returns a member's data as a JSON file. It may be too large for the deadline of `get`, which only shells without downloads use. */
export async function exportMember(api: ApiClient, id: number): Promise<Blob> {
  const path = `/api/operator/members/${id}/export/` as const;
  return api.download
    ? api.download(path, bearer)
    : new Blob([JSON.stringify(await api.get(path, bearer))]);
}
