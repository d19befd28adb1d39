import {
  host,
  optional,
  origin,
  port,
  required,
  text,
  url,
  withDefault,
} from '@carry/contracts/environment';

/** What the sandbox reads from its environment; what it shares with the API must be the same there. */
export const sandboxVariables = {
  SANDBOX_PORT: withDefault(
    'where the stand-ins for payment and chat, and the mailbox, answer',
    port(),
    '4100',
  ),
  SANDBOX_URL: optional(
    'its public origin, which pages of the stand-ins link to',
    origin(),
    '`http://localhost:SANDBOX_PORT`',
  ),
  HOST: optional('the address that it listens on', host(), 'all addresses'),
  SMTP_PORT: optional('where its mail server takes mail', port(), 'the port after `SANDBOX_PORT`'),
  API_URL: required('the API that it tells of payments and interactions', url()),
  STRIPE_SECRET_KEY: required('what the API must send', text()),
  STRIPE_WEBHOOK_SECRET: required('signs the webhooks', text()),
  DISCORD_CLIENT_ID: required('what the API must send', text()),
  DISCORD_CLIENT_SECRET: required('what the API must send', text()),
  DISCORD_BOT_TOKEN: required('what the API must send', text()),
  DISCORD_GUILD_ID: required('the chat server that there is', text()),
  DISCORD_INTERACTION_SEED: required('what the key that signs interactions is made of', text()),
};
