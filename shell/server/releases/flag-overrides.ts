import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { redirect } from '../http/redirect';
import { isSecure } from '../http/visitor';
import type { FlagOverrides } from './feature-flags';

const COOKIE = 'carry_flags';
const WEEK_S = 7 * 24 * 60 * 60;
const MAX_OVERRIDES = 20;
const OVERRIDE = /^(mf-[a-z][a-z0-9-]{0,30}\.[a-z][a-z0-9-]{0,40}):(on|off)$/;

const parse = (texts: readonly string[]): Map<string, boolean> =>
  new Map(
    texts.flatMap((text) => {
      const [, name, value] = OVERRIDE.exec(text) ?? [];
      return name ? [[name, value === 'on']] : [];
    }),
  );

export const isFlagLink = (text: string): boolean => text === 'off' || OVERRIDE.test(text);

/** Returns the values that this browser keeps of links such as `?flag=mf-booking.new-form:on`. */
export const readFlagOverrides = (context: Context): FlagOverrides =>
  parse((getCookie(context, COOKIE) ?? '').split('~').slice(0, MAX_OVERRIDES));

/** Keeps the flags of a link in a cookie and redirects to the clean URL; `?flag=off` forgets them all. */
export function enterFlagOverrides(context: Context, links: readonly string[]): Response {
  const url = new URL(context.req.url);
  url.searchParams.delete('flag');
  const kept = links.includes('off') ? [] : [...readFlagOverrides(context)];
  const overrides = [...new Map([...kept, ...parse(links)])].slice(-MAX_OVERRIDES);
  if (overrides.length === 0) deleteCookie(context, COOKIE, { path: '/' });
  else
    setCookie(
      context,
      COOKIE,
      overrides.map(([name, isOn]) => `${name}:${isOn ? 'on' : 'off'}`).join('~'),
      { path: '/', maxAge: WEEK_S, httpOnly: true, sameSite: 'Lax', secure: isSecure(context) },
    );
  return redirect(context, url.pathname + url.search, 302);
}
