/** What the operator of an installation has to say, by the name of its file and of its page. */
export const textNames = ['terms', 'privacy', 'refunds', 'imprint'] as const;
export type TextName = (typeof textNames)[number];
