/** Language of every page. Remotes get it as `shell.locale`. */
export const LOCALE = 'en';

/** The same for Open Graph, which requires a territory. */
export const OPEN_GRAPH_LOCALE = 'en_US';
