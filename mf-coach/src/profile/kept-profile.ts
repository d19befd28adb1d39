import { restoreChanges } from '../own/kept-changes';
import type { ProfileDraft } from './draft';

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

/** Returns the profile with the changes of a kept draft, except in fields that the server lacks (null). */
export const restoreProfile = (draft: unknown, saved: ProfileDraft): ProfileDraft =>
  restoreChanges(draft, saved, (name, value) => saved[name] !== null && checks[name](value));
