import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import {
  type Availability,
  availability,
  done,
  dueShares,
  type OperatorCoach,
  operatorCoach,
} from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const getCoach = (api: ApiClient, id: string) =>
  read(operatorCoach, api.get(`/api/operator/coaches/${encodeURIComponent(id)}/`, bearer));

export const getAvailability = (api: ApiClient, id: string) =>
  read(
    availability,
    api.get(`/api/operator/coaches/${encodeURIComponent(id)}/availability/`, bearer),
  );

/** Gives the payout account up. Throws 409 without one, or if it is not `account`; null: from an earlier API. */
export const retirePayouts = (api: ApiClient, id: number, account: string | null) =>
  read(
    done,
    api.post(`/api/operator/coaches/${id}/retire-payouts/`, account ? { account } : {}, bearer),
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

/** Saves what differs from the coach. Throws 409 if another value than `seen` is stored. */
export function editCoach(
  api: ApiClient,
  change: CoachChange,
  { coach, seen }: { coach: OperatorCoach; seen: OperatorCoach },
): Promise<OperatorCoach> {
  const isChanged = (name: keyof CoachChange) =>
    JSON.stringify(change[name]) !== JSON.stringify(coach[name]);
  const names = (Object.keys(change) as (keyof CoachChange)[]).filter(isChanged);
  const pick = (from: CoachChange | OperatorCoach) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const body = { ...pick(change), seen: pick(seen) };
  return read(operatorCoach, api.patch(`/api/operator/coaches/${coach.id}/`, body, bearer));
}

/** Throws 409 if other hours than `seen` are stored. */
export const editAvailability = (
  api: ApiClient,
  id: number,
  { hours, seen }: { hours: Availability; seen: Availability },
) =>
  read(
    availability,
    api.patch(`/api/operator/coaches/${id}/availability/`, { ...hours, seen }, bearer),
  );

/** Due shares of a coach that no transfer pays, of sessions until a time. */
export const getDueShares = (api: ApiClient, id: number, until: string) =>
  read(
    dueShares,
    api.get(`/api/operator/coaches/${id}/due/?until=${encodeURIComponent(until)}`, bearer),
  );

/** Records that these shares were paid to the coach another way. */
export const recordPayouts = (
  api: ApiClient,
  id: number,
  paid: { until: string; amount: number },
) => read(done, api.post(`/api/operator/coaches/${id}/paid-out/`, paid, bearer));
