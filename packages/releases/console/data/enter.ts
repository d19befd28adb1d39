import { postJson } from './api';

const PREFIX = '#sign-in=';

/** Signs in with the token of a one-time link, and removes it from the address. Returns why it failed, or null. */
export async function enter(): Promise<string | null> {
  if (!location.hash.startsWith(PREFIX)) return null;
  const token = location.hash.slice(PREFIX.length);
  history.replaceState(null, '', location.pathname);
  try {
    await postJson('/enter', { token }, '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
