/** Path of the earnings; other remotes do not link to it. */
export const EARNINGS_PATH = '/coach/earnings';
