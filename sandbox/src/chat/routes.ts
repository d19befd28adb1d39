import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { page } from '../page';
import { signInteraction } from './interaction-key';

export interface ChatOptions {
  clientId: string;
  clientSecret: string;
  botToken: string;
  guildId: string;
  /** 32 bytes in hex: the private key that signs interactions. */
  interactionSeed: string;
  /** Where commands go. */
  interactionsUrl: string;
  /** Where an authorization may be sent back to. */
  redirectUris: string[];
}

interface Grant {
  username: string;
  redirectUri: string;
  challenge: string;
}

const secret = () => randomBytes(24).toString('base64url');
const idOf = (username: string) =>
  (
    BigInt(`0x${createHash('sha256').update(username).digest('hex').slice(0, 15)}`) +
    10n ** 17n
  ).toString();

/** A stand-in for the chat service: the authorization page, the token, the user, and membership of a server. */
export function chatRoutes({
  clientId,
  clientSecret,
  botToken,
  guildId,
  redirectUris,
  interactionSeed,
  interactionsUrl,
}: ChatOptions): Hono {
  const app = new Hono();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, string>();
  const members = new Map<string, string>();

  const channel = (reply = '') =>
    page(
      'The chat server',
      html`<p>Write a command to the bot, as somebody.</p>
        <form method="post" action="/chat"><label>Your name <input name="username" value="sandbox_player" required></label> <label>Message <input name="message" value="/claim " required></label> <button>Send</button></form>
        ${reply && html`<p role="status">${reply}</p>`}
        <p>In this server: ${[...members.values()].join(', ') || 'nobody yet'}</p>`,
    );
  app.get('/chat', (context) => context.html(channel()));
  app.post('/chat', async (context) => {
    const form = await context.req.formData();
    const username = String(form.get('username') || 'sandbox_player');
    const [, name = '', booking = ''] = /^\/(\w+)\s*(\S*)/.exec(String(form.get('message'))) ?? [];
    if (!name) return context.html(channel('A command begins with a slash.'));
    const body = JSON.stringify({
      type: 2,
      data: { name, options: [{ name: 'booking', value: Number(booking) }] },
      member: { user: { id: idOf(username), username } },
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

  app.get('/oauth2/authorize', (context) => {
    const query = context.req.query();
    if (
      query['client_id'] !== clientId ||
      !redirectUris.includes(query['redirect_uri'] ?? '') ||
      query['response_type'] !== 'code' ||
      query['code_challenge_method'] !== 'S256'
    ) {
      return context.html(
        page(
          'Invalid request',
          html`<p class="bad">The application sent a request that cannot be authorized.</p>`,
        ),
        400,
      );
    }
    const { search } = new URL(context.req.url);
    return context.html(
      page(
        'Connect your chat account',
        html`<p>Carry wants to know your name and add you to its server.</p>
          <form method="post" action="/oauth2/authorize${search}"><label>Your name <input name="username" value="sandbox_player" required></label> <button name="answer" value="yes">Authorize</button> <button name="answer" value="no">Cancel</button></form>`,
      ),
    );
  });
  app.post('/oauth2/authorize', async (context) => {
    const { redirect_uri = '', state = '', code_challenge = '' } = context.req.query();
    if (!redirectUris.includes(redirect_uri)) return context.text('invalid redirect_uri', 400);
    const form = await context.req.formData();
    const back = new URL(redirect_uri);
    back.searchParams.set('state', state);
    if (form.get('answer') === 'yes') {
      const code = secret();
      codes.set(code, {
        username: String(form.get('username') || 'sandbox_player'),
        redirectUri: redirect_uri,
        challenge: code_challenge,
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    return context.redirect(back.href, 302);
  });
  app.post('/api/oauth2/token', async (context) => {
    const form = await context.req.formData();
    const code = String(form.get('code'));
    const grant = codes.get(code);
    codes.delete(code); // for one use
    const challenge = createHash('sha256')
      .update(String(form.get('code_verifier')))
      .digest('base64url');
    const ok =
      grant &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.challenge;
    if (!ok) return context.json({ error: 'invalid_grant' }, 400);
    const token = secret();
    tokens.set(token, grant.username);
    return context.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: 604_800,
      scope: 'identify guilds.join',
    });
  });
  app.get('/api/users/@me', (context) => {
    const username = tokens.get((context.req.header('authorization') ?? '').replace('Bearer ', ''));
    return username
      ? context.json({ id: idOf(username), username, discriminator: '0' })
      : context.json({ message: '401: Unauthorized', code: 0 }, 401);
  });
  app.put('/api/guilds/:guild/members/:user', async (context) => {
    if (
      context.req.header('authorization') !== `Bot ${botToken}` ||
      context.req.param('guild') !== guildId
    )
      return context.json({ message: 'Missing Access', code: 50001 }, 403);
    const { access_token } = (await context.req.json()) as { access_token?: string };
    const username = tokens.get(access_token ?? '');
    const user = context.req.param('user');
    if (!username || idOf(username) !== user)
      return context.json({ message: 'Invalid OAuth2 access token', code: 50025 }, 403);
    const already = members.has(user);
    members.set(user, username);
    return already ? context.body(null, 204) : context.json({ user: { id: user, username } }, 201);
  });
  return app;
}
