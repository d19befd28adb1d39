/** The ground of each theme, for the browser's own bars; as in tokens.css. */
export const themeColors = { dark: '#070a12', light: '#f3f4f8' } as const;
