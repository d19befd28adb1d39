import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { type Profile, profile } from '@carry/remote-kit/own-answers';
import type { Crop } from '@carry/ui';

const UPLOAD_MS = 60_000;

export const getProfile = (api: ApiClient) =>
  read(profile, api.get('/api/coach/profile/', { bearer: true }));

/** A service without an id is new. */
export interface ProfileChange extends Pick<Profile, 'name' | 'description' | 'rank_images'> {
  image_url: string | null;
  special_offer: string | null;
  /** Only for servers that have it. */
  meeting_url?: string | null;
  games?: string[];
  languages?: string[];
  country?: string | null;
  clip?: string | null;
  /** Pictures that stay, in order. */
  gallery?: Profile['rank_images'];
  services: { id: number | null; label: string; rate: number; is_hourly: boolean }[];
}

/** Uploads a portrait in base64; null removes it. */
export const setPortrait = (api: ApiClient, picture: string | null, crop?: Crop) =>
  read(
    profile,
    api.post(
      '/api/coach/portrait/',
      { picture, ...(crop && { crop }) },
      { bearer: true, timeoutMs: UPLOAD_MS },
    ),
  );

export interface NewPicture {
  use: 'rank' | 'gallery';
  /** In base64. */
  picture: string;
  alt: string;
  crop?: Crop | undefined;
}

export const addPicture = (api: ApiClient, { crop, ...picture }: NewPicture) =>
  read(
    profile,
    api.post(
      '/api/coach/pictures/',
      { ...picture, ...(crop && { crop }) },
      { bearer: true, timeoutMs: UPLOAD_MS },
    ),
  );

/** Throws 409 if another value than `seen` is stored. */
export const setProfile = (api: ApiClient, change: ProfileChange, seen: Profile) => {
  const names = Object.keys(change) as (keyof ProfileChange)[];
  const body = { ...change, seen: Object.fromEntries(names.map((name) => [name, seen[name]])) };
  return read(profile, api.patch('/api/coach/profile/', body, { bearer: true }));
};
