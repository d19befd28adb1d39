/** Texts by key. A function puts values into its text. */
export type Messages = Readonly<Record<string, string | ((...values: never[]) => string)>>;

/** Translation of messages; English stands in for missing texts. */
export type Translation<English extends Messages> = {
  readonly [Key in keyof English]?: English[Key] extends string ? string : English[Key];
};

/**
 * Returns the messages of a locale: `de-AT`, else `de`, else English, for each text.
 *
 * @example const text = pickMessages(useShell().locale, english, { de });
 */
export function pickMessages<English extends Messages>(
  locale: string,
  english: English,
  translations: Readonly<Record<string, Translation<English>>>,
): English {
  const [language = ''] = locale.split('-');
  return { ...english, ...translations[language], ...translations[locale] };
}
