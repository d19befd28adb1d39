import { type Of, object, text } from '../shape';

/** `GET /api/texts/{name}/`; `markdown` without its title. */
export const siteText = object({ title: text, markdown: text });
export type SiteText = Of<typeof siteText>;
