/** `id` of the JSON element with the boot document, which is the same for all visitors of a cached page. */
export const BOOT_ID = 'carry-boot';

/** `id` of the JSON element with the data of one visit. */
export const VISIT_ID = 'carry-visit';

/** Key in `localStorage` of the theme that a visitor chose, `dark` or `light`. */
export const THEME_KEY = 'theme';
