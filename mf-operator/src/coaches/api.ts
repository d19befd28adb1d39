import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import {
  type Application,
  applications,
  done,
  operatorCoaches,
} from '@carry/remote-kit/own-answers';
import { openPicture } from '@carry/ui';

const bearer = { bearer: true } as const;

export const getApplications = (api: ApiClient, query: string) =>
  read(applications, api.get(`/api/operator/applications/?${query}`, bearer));

/** The picture that proves a rank; null if this browser cannot show it. */
export async function loadProof(api: ApiClient, id: number): Promise<ImageBitmap | null> {
  return openPicture(await api.download(`/api/operator/applications/${id}/picture/`, bearer));
}

type Version = Pick<Application, 'id' | 'since'>;

/** Throws 409 if the applicant has sent a newer version. */
export const acceptApplication = async (api: ApiClient, { id, since }: Version) => {
  await api.post(`/api/operator/applications/${id}/accept/`, { since }, bearer);
  return { detail: 'Accepted. They got an email.' };
};

/** Throws 409 if the applicant has sent a newer version. */
export const declineApplication = (api: ApiClient, { id, since }: Version, reason: string) =>
  read(
    done,
    api.post(
      `/api/operator/applications/${id}/decline/`,
      { since, ...(reason && { reason }) },
      bearer,
    ),
  );

export const findCoaches = (api: ApiClient, query: string) =>
  read(operatorCoaches, api.get(`/api/operator/coaches/?${query}`, bearer));

interface NewCoach {
  email: string;
  name: string;
  time_zone: string;
}

export const addCoach = async (api: ApiClient, coach: NewCoach) =>
  void (await api.post('/api/operator/coaches/', coach, bearer));
