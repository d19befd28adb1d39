import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isSecure } from '../http/visitor';

const COOKIE = 'carry_preview';
/** Keeps the cookie below the 4 KB of browsers. */
export const MAX_LINKS = 8;
/** The longest life of a link. */
const YEAR_S = 365 * 24 * 60 * 60;
/** Stands before the token of a preview that is switched off. */
const OFF = '!';

/** A preview link that this browser opened, as its cookie has it. Its token is not verified. */
export interface StoredLink {
  token: string;
  off: boolean;
}

export const readPreviewCookie = (context: Context): StoredLink[] =>
  (getCookie(context, COOKIE) ?? '')
    .split('~')
    .filter(Boolean)
    .slice(0, MAX_LINKS)
    .map((text) => ({ token: text.replace(OFF, ''), off: text.startsWith(OFF) }));

/** Stores up to {@link MAX_LINKS} links; scripts cannot read them. */
export function storePreviews(context: Context, links: readonly StoredLink[]): void {
  const value = links.map(({ token, off }) => (off ? OFF : '') + token).join('~');
  setCookie(context, COOKIE, value, {
    path: '/',
    maxAge: YEAR_S,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(context),
  });
}

export const clearPreviews = (context: Context): void => {
  deleteCookie(context, COOKIE, { path: '/' });
};
