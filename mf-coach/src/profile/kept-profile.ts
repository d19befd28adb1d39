import { type Restored, readDraft } from '../own/kept-changes';
import { isEqual, type ListKeys, mergeChanges, type Path } from '../own/three-way-merge';
import { isUploaded, type PictureRow, type ProfileDraft, toService } from './draft';

type ServiceRow = ProfileDraft['services'][number];
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const hasFields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const isPictures = isListOf(hasFields({ key: isNumber, url: isText, alt: isText }));
const checks: { [K in keyof ProfileDraft]: Check } = {
  name: isText,
  description: isText,
  image: isText,
  offer: isText,
  meeting: isText,
  introduction: hasFields({
    games: isListOf(isText),
    languages: isListOf(isText),
    country: isText,
    clip: isText,
  }),
  ranks: isPictures,
  gallery: isPictures,
  services: isListOf(
    hasFields({
      key: isNumber,
      id: (id) => id === null || isNumber(id),
      label: isText,
      rate: isText,
      hourly: isFlag,
    }),
  ),
};

const keys: ListKeys = {
  games: (code) => code,
  languages: (code) => code,
  ranks: ({ url }: PictureRow) => url,
  gallery: ({ url }: PictureRow) => url,
  services: ({ id }: ServiceRow) => id,
};

const labels: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  image: 'Portrait link',
  offer: 'Offer',
  meeting: 'Meeting link',
  games: 'Games you coach',
  languages: 'Languages you coach in',
  country: 'Country',
  clip: 'Introduction clip',
  ranks: 'Ranks',
  gallery: 'Pictures',
  services: 'Services and prices',
};

const describe = ([name = '', part = '']: Path): string =>
  labels[name === 'introduction' ? part : name] ?? '';

interface ServiceVersions {
  base: ServiceRow[];
  edited: ServiceRow[];
  saved: ServiceRow[];
}

/** Returns the services of a draft with their new ids: a change gives a service a new id, in this draft if the response of its save was lost, or elsewhere. */
function adoptNewIds({ base, edited, saved }: ServiceVersions) {
  const has = (rows: ServiceRow[], id: number | null) => rows.some((row) => row.id === id);
  const added = saved.filter(({ id }) => !has(base, id));
  const take = (matches: (row: ServiceRow) => boolean) => {
    const index = added.findIndex(matches);
    return index === -1 ? null : (added.splice(index, 1)[0] ?? null);
  };
  const newIds = new Map<number | null, number | null>();
  const stored = edited.map((row) => {
    if (has(saved, row.id)) return row;
    const service = take((other) => isEqual(toService(other), toService(row)));
    if (service && row.id !== null) newIds.set(row.id, service.id);
    return service ?? row;
  });
  for (const { id, label } of base) {
    if (has(saved, id) || newIds.has(id)) continue;
    const service = take((other) => other.label === label);
    if (service) newIds.set(id, service.id);
  }
  const adopt = (row: ServiceRow) => ({ ...row, id: newIds.get(row.id) ?? row.id });
  return { base: base.map(adopt), edited: stored.map(adopt) };
}

/** Row keys differ between page loads, so versions are compared with 0 for each. */
const setKeys = (draft: ProfileDraft, toKey: (index: number) => number): ProfileDraft => {
  const set = <R extends { key: number }>(rows: R[]) =>
    rows.map((row, index) => ({ ...row, key: toKey(index) }));
  return {
    ...draft,
    ranks: set(draft.ranks),
    gallery: draft.gallery && set(draft.gallery),
    services: set(draft.services),
  };
};

/** Returns the profile with the changes of a kept draft, except in fields that the server lacks (null). */
export function restoreProfile(draft: unknown, saved: ProfileDraft): Restored<ProfileDraft> {
  const { base, edited } = readDraft(
    draft,
    saved,
    (name, value) => saved[name] !== null && checks[name](value),
  );
  const services = adoptNewIds({
    base: base.services,
    edited: edited.services,
    saved: saved.services,
  });
  const stored = new Set([...saved.ranks, ...(saved.gallery ?? [])].map(({ url }) => url));
  const isKept = ({ url }: PictureRow) => stored.has(url) || !isUploaded(url);
  const update = (version: ProfileDraft): ProfileDraft =>
    setKeys(
      {
        ...version,
        ranks: version.ranks.filter(isKept),
        gallery: version.gallery?.filter(isKept) ?? null,
      },
      () => 0,
    );
  const { merged, conflicts } = mergeChanges(
    {
      base: update({ ...base, services: services.base }),
      edited: update({ ...edited, services: services.edited }),
      saved: update(saved),
    },
    keys,
  );
  const ids = new Set(saved.services.map(({ id }) => id));
  const rows = merged.services.map((row) => ({ ...row, id: ids.delete(row.id) ? row.id : null }));
  const value = setKeys({ ...merged, services: rows }, (index) => index + 1);
  return { value: isEqual(value, saved) ? saved : value, conflicts: conflicts.map(describe) };
}
