import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { page } from '../html/page';
import type { ReceivedMail } from './smtp';

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** Returns the mailbox as web pages and as JSON (`/mail.json?to=`). */
export function mailboxRoutes(mails: ReceivedMail[]): Hono {
  const app = new Hono();
  app.get('/mail', (context) =>
    context.html(
      page(
        'Mailbox',
        mails.length === 0
          ? html`<p>No emails yet.</p>`
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
      return context.html(page('Email not found', html`<p><a href="/mail">Mailbox</a></p>`), 404);
    return context.html(
      page(
        mail.subject,
        html`<p class="note">To ${mail.to}, ${mail.at}${mail.replyTo ? `, replies to ${mail.replyTo}` : ''}</p>${files(mail)}${
          mail.html
            ? html`<iframe title="Email" class="mail" src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe><details><summary>Plain text</summary><pre>${raw(linked(mail.text))}</pre></details>`
            : html`<pre>${raw(linked(mail.text))}</pre>`
        }<p><a href="/mail">Mailbox</a></p>`,
      ),
    );
  });
  app.get('/mail/:id/html', (context) => {
    const mail = mails.find(({ id }) => id === Number(context.req.param('id')));
    if (!mail?.html) return context.notFound();
    // like a mail client: no scripts, links open in a new tab
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    return context.html(mail.html.replace('<head>', '<head><base target="_blank">'));
  });
  app.get('/mail/:id/files/:index', (context) => {
    const { id, index } = context.req.param();
    const file = mails.find((mail) => mail.id === Number(id))?.attachments[Number(index)];
    if (!file) return context.notFound();
    context.header('content-disposition', 'attachment');
    return context.body(file.content, 200, { 'content-type': file.type });
  });
  return app;
}

const files = ({ id, attachments }: ReceivedMail) =>
  attachments.map(({ name }, index) =>
    // unnamed parts are alternative bodies
    name ? html`<p><a href="/mail/${id}/files/${index}">${name}</a></p>` : '',
  );
