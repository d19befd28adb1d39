import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { IssuerUnreachable } from '../service/tokens';
import { Untrusted } from '../signing/signature';
import type { Trust } from '../signing/trust';
import type { OidcSettings } from './claim-rules';
import { readCookie, removeCookie, writeCookie } from './cookies';
import { assertSameOrigin, type GuardParts, getOrigin, startSession, TooManyRoles } from './guard';
import type { OneTimeLinks } from './local-authority';
import { NoRole, type OidcClient, transaction, userFrom } from './oidc';
import type { ConsoleUser } from './users';

const SIGN_IN = 'sign-in';
const SIGN_IN_S = 10 * 60;
const CALLBACK = '/console/signed-in';

const HOME = '/console/';
/** Characters. The address is kept in a cookie until the sign-in ends. */
const MAX_PAGE = 1000;

const signInTransaction = transaction.extend({ page: z.string().default(HOME) });

/** Returns the address of a page of this console, without its origin; the start page's for anything else. */
function readPage(to: string, { origin }: URL): string {
  if (!URL.canParse(to, origin)) return HOME;
  const url = new URL(to, origin);
  const page = url.href.slice(origin.length);
  const isOwn = url.href.startsWith(origin + HOME) && page.length <= MAX_PAGE;
  return isOwn ? page : HOME;
}

/** Opens the console from a page of its own: a `Strict` cookie is not sent along the way back from another site. */
const printPage = (page: string) =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${page}"><title>Console</title><a href="${page}">Continue</a></html>`;

const welcome = (problem: string, page = HOME) =>
  `/console/welcome?${new URLSearchParams({ problem, ...(page !== HOME && { to: page }) })}`;

/** Returns the problem that the welcome page explains. Throws other errors. */
function findProblem(error: unknown): string {
  if (error instanceof NoRole || error instanceof TooManyRoles) return error.kind;
  if (error instanceof IssuerUnreachable) return 'unreachable';
  if (error instanceof Untrusted) return 'failed';
  throw error;
}

export interface LinkSignIn {
  kind: 'link';
  links: OneTimeLinks;
  user: ConsoleUser;
}

export interface OidcSignIn {
  kind: 'oidc';
  client: OidcClient;
  settings: OidcSettings;
  trust(): Trust;
  info(line: string): void;
  log(line: string, event?: { code: string }): void;
}

export type SignIn = LinkSignIn | OidcSignIn;

export function addLinkSignIn(app: Hono, { links, user }: LinkSignIn, guard: GuardParts): void {
  app.post('/api/enter', async (context) => {
    assertSameOrigin(context, guard);
    const body = z.object({ token: z.string() }).safeParse(await context.req.json().catch(() => 0));
    if (!body.success || !links.use(body.data.token))
      throw new Untrusted(
        "this link was used before, or it is not one of this console; 'releases console' prints a new one",
      );
    await startSession(context, user, guard);
    return context.json({ done: true });
  });
}

export function addOidcSignIn(
  app: Hono,
  { client, settings, trust, info, log }: OidcSignIn,
  guard: GuardParts,
): void {
  const refuse = (context: Context, error: unknown, page: string) => {
    const problem = findProblem(error);
    const event = problem === 'unreachable' ? undefined : { code: 'release.console_refused' };
    log((error as Error).message, event);
    return context.redirect(welcome(problem, page), 303);
  };
  app.get('/sign-in', async (context) => {
    const origin = getOrigin(context, guard);
    const page = readPage(context.req.query('to') ?? HOME, origin);
    const started = await client.begin(origin.origin + CALLBACK).catch((error: Error) => error);
    if (started instanceof Error) return refuse(context, started, page);
    const { url, transaction: begun } = started;
    const sealed = await guard.seal.seal(
      SIGN_IN,
      { ...begun, page },
      { now: guard.now(), ttlS: SIGN_IN_S },
    );
    writeCookie(context, [SIGN_IN, sealed], { origin, sameSite: 'Lax', maxAge: SIGN_IN_S });
    return context.redirect(url.href, 303);
  });
  app.get('/signed-in', async (context) => {
    const origin = getOrigin(context, guard);
    const sealed = readCookie(context, SIGN_IN, origin);
    const begun = await guard.seal.open(SIGN_IN, sealed, {
      schema: signInTransaction,
      now: guard.now(),
    });
    removeCookie(context, SIGN_IN, origin);
    if (!begun) return context.redirect(welcome('expired'), 303);
    try {
      const { search } = new URL(context.req.url);
      const claims = await client.finish(new URL(origin.origin + CALLBACK + search), begun);
      const user = userFrom(claims, settings, trust());
      await startSession(context, user, guard);
      info(`${user.name} signed in to the console`);
      return context.html(printPage(begun.page));
    } catch (error) {
      return refuse(context, error, begun.page);
    }
  });
}
