/** Names of the operator's text files and their pages. */
export const textNames = ['terms', 'privacy', 'refunds', 'imprint'] as const;
export type TextName = (typeof textNames)[number];
