import { html } from 'hono/html';
import { page } from '../html/page';
import { type AddRoutes, hasScope, newSecret } from './state';

const emailFields = html`<label>Your email <input name="email" type="email" value="sandbox_player@example.com"></label> <label><input name="verified" type="checkbox" value="yes" checked> Verified</label>`;

export const addAuthorization: AddRoutes = (app, { clientId, redirectUris }, { codes }) => {
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
    const asksForEmail = hasScope(query['scope'], 'email');
    return context.html(
      page(
        'Connect your chat account',
        html`<p>Carry would like to see your name${asksForEmail ? ' and email' : ' and add you to its server'}.</p>
          <form method="post" action="/oauth2/authorize${search}"><label>Your name <input name="username" value="sandbox_player" required></label> ${asksForEmail && emailFields} <button name="answer" value="yes">Authorize</button> <button name="answer" value="no">Cancel</button></form>`,
      ),
    );
  });
  app.post('/oauth2/authorize', async (context) => {
    const { redirect_uri = '', state = '', code_challenge = '', scope = '' } = context.req.query();
    if (!redirectUris.includes(redirect_uri)) return context.text('invalid redirect_uri', 400);
    const form = await context.req.formData();
    const back = new URL(redirect_uri);
    back.searchParams.set('state', state);
    if (form.get('answer') === 'yes') {
      const code = newSecret();
      codes.set(code, {
        username: String(form.get('username') || 'sandbox_player'),
        scope,
        email: String(form.get('email') ?? ''),
        isVerified: form.get('verified') === 'yes',
        redirectUri: redirect_uri,
        challenge: code_challenge,
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    return context.redirect(back.href, 302);
  });
};
