import { type Of, object, text } from '../shape';

export const siteText = object({ title: text, markdown: text });
export type SiteText = Of<typeof siteText>;
