import { and, eq, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Dependencies } from '../../core/context/dependencies';
import { waitlist } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import { games } from '../games/games';
import { forgetWaitlistMails } from '../mail/forget';
import { addressOfToken, againToken } from '../mail/waitlist-unsubscribe';

const page = (siteName: string, content: unknown) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${siteName}</title><style>body{max-width:32rem;margin:4rem auto;padding:0 1rem;font:1.1rem/1.5 system-ui,sans-serif;color-scheme:light dark}button{padding:.8rem 1.4rem;font:inherit}</style></head><body>${content}</body></html>`;

/** Unsubscribe pages of the waiting list. GET only shows the form, because link scanners open it; POST also serves RFC 8058. */
export function waitlistRoutes({ db, config, now }: Dependencies) {
  const getAddress = (token: string) => {
    const email = addressOfToken(config, token);
    if (email === null) throw notFound();
    return email;
  };
  const waitingAgain = ({ game, token }: { game: string; token: string }) => {
    const email = games.has(game) ? againToken(config, game, token) : null;
    if (email === null) throw notFound();
    return { game, email };
  };
  /** An address without entries gets an unsubscribed one, so that it must still confirm when it joins again. */
  const unsubscribe = async (email: string, game: string) => {
    const unsubscribedAt = now();
    if (games.has(game))
      await db.insert(waitlist).values({ game, email, unsubscribedAt }).onConflictDoNothing();
    await db
      .update(waitlist)
      .set({ unsubscribedAt })
      .where(and(eq(waitlist.email, email), isNull(waitlist.unsubscribedAt)));
    await forgetWaitlistMails(db, email);
  };
  return new Hono()
    .get('/unsubscribe/waitlist/:token', (context) => {
      getAddress(context.req.param('token'));
      return context.html(
        page(
          config.siteName,
          html`<h1>Unsubscribe</h1><p>Press the button to stop our emails about coaches.</p><form method="post"><button>Unsubscribe</button></form>`,
        ),
      );
    })
    .post('/unsubscribe/waitlist/:token', async (context) => {
      const email = getAddress(context.req.param('token'));
      await unsubscribe(email, context.req.query('game') ?? '');
      return context.html(page(config.siteName, html`<h1>Done</h1><p>You're unsubscribed.</p>`));
    })
    .get('/waitlist/again/:game/:token', (context) => {
      const { game } = waitingAgain(context.req.param());
      return context.html(
        page(
          config.siteName,
          html`<h1>Join the list again</h1><p>Press the button, and we'll email you when there's a coach for ${games.get(game)}.</p><form method="post"><button>Email me again</button></form>`,
        ),
      );
    })
    .post('/waitlist/again/:game/:token', async (context) => {
      const { game, email } = waitingAgain(context.req.param());
      const waiting = { unsubscribedAt: null, invitedAt: null };
      await db
        .insert(waitlist)
        .values({ game, email, ...waiting })
        .onConflictDoUpdate({ target: [waitlist.game, waitlist.email], set: waiting });
      return context.html(page(config.siteName, html`<h1>Done</h1><p>We'll email you.</p>`));
    });
}
