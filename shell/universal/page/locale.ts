/** Language of every page. Remotes get it as `shell.locale`. */
export const LOCALE = 'en';
