import { html } from 'hono/html';
import { page } from '../html/page';
import { signInteraction } from './interaction-key';
import { type AddRoutes, getId } from './state';

/** Adds the channel page, which sends slash commands to the bot as signed interactions. */
export const addChannel: AddRoutes = (app, { interactionSeed, interactionsUrl }, { members }) => {
  const channel = (reply = '') =>
    page(
      'The chat server',
      html`<p>Send the bot a command under any name.</p>
        <form method="post" action="/chat"><label>Your name <input name="username" value="sandbox_player" required></label> <label>Message <input name="message" value="/claim " required></label> <button>Send</button></form>
        ${reply && html`<p role="status">${reply}</p>`}
        <p>In this server: ${[...members.values()].join(', ') || '(empty)'}</p>`,
    );
  app.get('/chat', (context) => context.html(channel()));
  app.post('/chat', async (context) => {
    const form = await context.req.formData();
    const username = String(form.get('username') || 'sandbox_player');
    const [, name = '', booking = ''] = /^\/(\w+)\s*(\S*)/.exec(String(form.get('message'))) ?? [];
    if (!name) return context.html(channel('A command starts with a slash.'));
    const body = JSON.stringify({
      type: 2,
      data: { name, options: [{ name: 'booking', value: Number(booking) }] },
      member: { user: { id: getId(username), username } },
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-signature-ed25519': signInteraction(interactionSeed, timestamp + body),
      'x-signature-timestamp': timestamp,
    };
    const answer = await fetch(interactionsUrl, { method: 'POST', headers, body }).catch(
      () => null,
    );
    const reply = answer?.ok
      ? ((await answer.json()) as { data?: { content?: string } }).data?.content
      : undefined;
    return context.html(channel(reply ?? 'The application did not respond'));
  });
};
