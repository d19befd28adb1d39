export const textNames = ['terms', 'privacy', 'refunds', 'imprint'] as const;
export type TextName = (typeof textNames)[number];

/** Returns true if the site publishes a text. Its setting `texts` lists those that exist, such as `terms privacy` or `none`; by default all. */
export const hasText = (
  { settings }: { settings: Readonly<Record<string, string>> },
  name: TextName,
): boolean => settings['texts']?.split(/\s+/).includes(name) ?? true;
