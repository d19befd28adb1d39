import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { type Availability, availability } from '@carry/remote-kit/own-answers/coach';
import { type OperatorCoach, operatorCoach } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const getCoach = (api: ApiClient, id: string) =>
  read(operatorCoach, api.get(`/api/operator/coaches/${encodeURIComponent(id)}/`, bearer));

export const getAvailability = (api: ApiClient, id: string) =>
  read(
    availability,
    api.get(`/api/operator/coaches/${encodeURIComponent(id)}/availability/`, bearer),
  );

export type Service = OperatorCoach['services'][number];

export interface CoachChange {
  name?: string;
  slug?: string;
  description?: string;
  image_url?: string | null;
  special_offer?: string | null;
  meeting_url?: string | null;
  rank_images?: OperatorCoach['rank_images'];
  gallery?: OperatorCoach['rank_images'];
  games?: string[];
  languages?: string[];
  country?: string | null;
  clip?: string | null;
  /** A service without an id is new. */
  services?: (Omit<Service, 'id'> & { id: number | null })[];
}

export const editCoach = async (api: ApiClient, id: number, change: CoachChange) =>
  void (await api.patch(`/api/operator/coaches/${id}/`, change, bearer));

export const editAvailability = async (api: ApiClient, id: number, hours: Availability) =>
  void (await api.patch(`/api/operator/coaches/${id}/availability/`, hours, bearer));
