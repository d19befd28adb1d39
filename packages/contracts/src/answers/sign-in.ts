import { words } from './fields';
import { additive, list, type Of, object, text } from './shape';

export const tokens = object({ access: text, refresh: text });

/** Ways to sign in beside the password: `code`, `discord`. */
export const signInMethods = object({ methods: list(text) });

/** `POST /api/register/`; `registration` identifies this browser at the mailed link (only our server sends it). */
export const registered = additive(object({ registration: additive(text) }));

export const codeRequest = object({ request: text });

/** `POST /api/oauth/discord/session/`: tokens, or the request of a code that the address's account requires. */
export const discordSession = object({
  access: additive(text),
  refresh: additive(text),
  request: additive(text),
  email: additive(text),
  username: additive(text),
});
export type DiscordSession = Of<typeof discordSession>;

export const discordStart = object({ url: words, detail: words, error: words });

export const discordClaim = object({ username: additive(text) });

/** After a proof of the mailbox, such as a password reset; our server also sends the tokens of a new session. */
export const mailboxProved = additive(
  object({ detail: additive(text), access: additive(text), refresh: additive(text) }),
);
