import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { addAuthorization } from './authorization';
import { addChannel } from './channel';
import {
  type AddRoutes,
  type ChatOptions,
  createChatState,
  getId,
  hasScope,
  newSecret,
} from './state';

export type { ChatOptions };

/** Returns the fake chat service: OAuth authorization and tokens, the user, guild membership and a channel. */
export function chatRoutes(options: ChatOptions): Hono {
  const app = new Hono();
  const state = createChatState();
  for (const add of [addChannel, addAuthorization, addTokens, addUsers, addMembers])
    add(app, options, state);
  return app;
}

const addTokens: AddRoutes = (app, { clientId, clientSecret }, { codes, tokens }) => {
  app.post('/api/oauth2/token', async (context) => {
    const form = await context.req.formData();
    const code = String(form.get('code'));
    const grant = codes.get(code);
    codes.delete(code); // single use
    const challenge = createHash('sha256')
      .update(String(form.get('code_verifier')))
      .digest('base64url');
    const isValid =
      grant &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.challenge;
    if (!isValid) return context.json({ error: 'invalid_grant' }, 400);
    const token = newSecret();
    const { username, scope, email, isVerified } = grant;
    tokens.set(token, { username, scope, email, isVerified });
    return context.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: 604_800,
      scope,
    });
  });
};

const addUsers: AddRoutes = (app, _, { tokens }) => {
  app.get('/api/users/@me', (context) => {
    const consent = tokens.get((context.req.header('authorization') ?? '').replace('Bearer ', ''));
    if (!consent) return context.json({ message: '401: Unauthorized', code: 0 }, 401);
    const { username, scope, email, isVerified } = consent;
    return context.json({
      ...{ id: getId(username), username, discriminator: '0' },
      ...(hasScope(scope, 'email') && { email: email || null, verified: isVerified }),
    });
  });
};

const addMembers: AddRoutes = (app, { botToken, guildId }, { tokens, members }) => {
  app.put('/api/guilds/:guild/members/:user', async (context) => {
    if (
      context.req.header('authorization') !== `Bot ${botToken}` ||
      context.req.param('guild') !== guildId
    )
      return context.json({ message: 'Missing Access', code: 50001 }, 403);
    const { access_token } = (await context.req.json()) as { access_token?: string };
    const { username = '', scope } = tokens.get(access_token ?? '') ?? {};
    const user = context.req.param('user');
    if (!hasScope(scope, 'guilds.join') || getId(username) !== user)
      return context.json({ message: 'Invalid OAuth2 access token', code: 50025 }, 403);
    const isMember = members.has(user);
    members.set(user, username);
    return isMember ? context.body(null, 204) : context.json({ user: { id: user, username } }, 201);
  });
};
