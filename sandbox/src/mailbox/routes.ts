import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { page } from '../page';
import type { ReceivedMail } from './smtp';

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** The mailbox as web pages, and as JSON for programs: `/mail.json?to=`. */
export function mailboxRoutes(mails: ReceivedMail[]): Hono {
  const app = new Hono();
  app.get('/mail', (context) =>
    context.html(
      page(
        'Mailbox',
        mails.length === 0
          ? html`<p>No mail yet.</p>`
          : html`<table>${mails.map((mail) => html`<tr><td><a href="/mail/${mail.id}">${mail.subject}</a></td><td>${mail.to}</td><td>${mail.at}</td></tr>`)}</table>`,
      ),
    ),
  );
  app.get('/mail.json', (context) =>
    context.json(mails.filter(({ to }) => to === (context.req.query('to') ?? to))),
  );
  app.get('/mail/:id', (context) => {
    const mail = mails.find(({ id }) => id === Number(context.req.param('id')));
    if (!mail)
      return context.html(page('No such mail', html`<p><a href="/mail">Mailbox</a></p>`), 404);
    return context.html(
      page(
        mail.subject,
        html`<p class="note">To ${mail.to}, ${mail.at}</p><pre>${raw(linked(mail.text))}</pre><p><a href="/mail">Mailbox</a></p>`,
      ),
    );
  });
  return app;
}
