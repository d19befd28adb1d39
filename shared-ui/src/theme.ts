/** Background of each theme for `<meta name="theme-color">`; must match tokens.css. */
export const themeColors = { dark: '#070a12', light: '#f3f4f8' } as const;
