import { MAX_DESCRIPTION, MAX_LABEL, MAX_OFFER, MAX_URL, tooLong } from '@carry/remote-kit/limits';
import { expect, test } from 'vitest';
import { profileProblems, toDraft, toProfileChange } from './draft';

const origins = ['https://api.example', 'https://pictures.example'];
const draft = toDraft({
  ...{
    name: 'Nova',
    description: 'Text.',
    image_url: 'https://api.example/media/nova.svg',
    special_offer: null,
  },
  rank_images: [{ url: 'https://api.example/media/rank.svg', alt: 'Summit' }],
  services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  picture_origins: origins,
});
const [service = draft.services[0] as (typeof draft.services)[number]] = draft.services;

test('sends an unchanged profile as it was read', () => {
  expect(profileProblems(draft, origins)).toBeNull();
  expect(toProfileChange(draft)).toEqual({
    ...{
      name: 'Nova',
      description: 'Text.',
      image_url: 'https://api.example/media/nova.svg',
      special_offer: null,
    },
    rank_images: [{ url: 'https://api.example/media/rank.svg', alt: 'Summit' }],
    services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  });
});

test.each([' ', '\u200b'])('requires a name, which %j is not', (name) => {
  const url = 'https://api.example/media/rank.svg';
  const typed = {
    ...{ ...draft, name, offer: name },
    ...{ services: [{ ...service, label: name }], ranks: [{ key: 1, url, alt: name }] },
  };
  expect(profileProblems(typed, origins)).toEqual({
    name: 'Enter the name that students see.',
    'rank-1': 'Enter a rank name.',
    [`service-${service.key}`]: 'Enter a service name.',
  });
  expect(toProfileChange(typed).special_offer).toBeNull();
});

test('sends a name trimmed', () => {
  expect(toProfileChange({ ...draft, name: ' Vega ' }).name).toBe('Vega');
});

test.each(['0', '-1', '', 'free', '1.234', '10001', '1e3'])('rejects %j as a price', (rate) => {
  expect(profileProblems({ ...draft, services: [{ ...service, rate }] }, origins)).toEqual({
    [`rate-${service.key}`]: expect.stringContaining('Enter a price'),
  });
});

test.each([
  ['25', 25],
  ['17,50', 17.5],
  [' 9.99 ', 9.99],
  ['9999.99', 9999.99],
])('parses %j as the price %d', (rate, dollars) => {
  const typed = { ...draft, services: [{ ...service, rate }] };
  expect(profileProblems(typed, origins)).toBeNull();
  expect(toProfileChange(typed).services[0]?.rate).toBe(dollars);
});

test('rejects foreign pictures, unnamed ranks and unnamed services', () => {
  const typed = {
    ...draft,
    image: 'https://elsewhere.example/a.png',
    ranks: [{ key: 9, url: 'https://pictures.example/r.png', alt: ' ' }],
    services: [{ ...service, label: ' ' }],
  };
  expect(Object.keys(profileProblems(typed, origins) ?? {})).toEqual([
    'image',
    'rank-9',
    `service-${service.key}`,
  ]);
  expect(profileProblems({ ...draft, image: 'nova.png' }, origins)).toEqual({
    image: expect.stringContaining('Enter a link'),
  });
});

test('names the limit of a text that is too long', () => {
  const long = (max: number) => 'a'.repeat(max + 1);
  const problems = profileProblems(
    {
      ...draft,
      description: long(MAX_DESCRIPTION),
      image: `https://api.example/${long(MAX_URL)}`,
      offer: long(MAX_OFFER),
      services: [{ ...service, label: long(MAX_LABEL) }],
    },
    origins,
  );
  expect(problems).toEqual({
    description: tooLong(MAX_DESCRIPTION),
    image: tooLong(MAX_URL),
    offer: tooLong(MAX_OFFER),
    [`service-${service.key}`]: tooLong(MAX_LABEL),
  });
});

test('sends a meeting link to servers that have it, and only https', () => {
  expect(toProfileChange(draft)).not.toHaveProperty('meeting_url');
  const linked = { ...draft, meeting: ' https://meet.example/a ' };
  expect(toProfileChange(linked).meeting_url).toBe('https://meet.example/a');
  expect(toProfileChange({ ...draft, meeting: ' ' }).meeting_url).toBeNull();
  expect(profileProblems(linked, origins)).toBeNull();
  expect(profileProblems({ ...draft, meeting: 'http://meet.example/a' }, origins)).toEqual({
    meeting: 'Enter a link that starts with https://.',
  });
});
