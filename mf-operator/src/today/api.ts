import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, incidents, overview } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const getOverview = (api: ApiClient, zone: string) =>
  read(overview, api.get(`/api/operator/overview/?zone=${encodeURIComponent(zone)}`, bearer));

export const getIncidents = (api: ApiClient, query: string) =>
  read(incidents, api.get(`/api/operator/incidents/?${query}`, bearer));

export const resolveIncident = (api: ApiClient, id: number, body: { release_payout?: true }) =>
  read(done, api.post(`/api/operator/incidents/${id}/resolve/`, body, bearer));
