import { expect, test } from 'vitest';
import { type Messages, pickMessages } from './pick-messages';

const english = {
  title: 'Help',
  close: 'Close',
  hours: (count: number) => `${count} hours`,
} satisfies Messages;
const de = { title: 'Hilfe', hours: (count: number) => `${count} Stunden` };
const text = (locale: string) => {
  const { title, close, hours } = pickMessages(locale, english, {
    de,
    'de-AT': { title: 'Hilfe!' },
  });
  return [title, close, hours(2)];
};

test('falls back to the language and to English', () => {
  expect(text('en')).toEqual(['Help', 'Close', '2 hours']);
  expect(text('fr')).toEqual(['Help', 'Close', '2 hours']);
  expect(text('de')).toEqual(['Hilfe', 'Close', '2 Stunden']);
  expect(text('de-CH')).toEqual(['Hilfe', 'Close', '2 Stunden']);
  expect(text('de-AT')).toEqual(['Hilfe!', 'Close', '2 Stunden']);
});

test('has the keys of English only', () => {
  // @ts-expect-error a text that English lacks
  pickMessages('de', english, { de: { titel: 'Hilfe' } });
  // @ts-expect-error a text without its value
  pickMessages('de', english, { de: { hours: 'Stunden' } });
});
