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

/** Environment variables of the sandbox. Those it shares with the API must have the same values there. */
export const sandboxVariables = {
  SANDBOX_PORT: withDefault(
    'port of the fake payment provider, chat service and mailbox',
    port(),
    '4100',
  ),
  SANDBOX_URL: optional(
    'public origin of the sandbox, for links on its pages',
    origin(),
    '`http://localhost:SANDBOX_PORT`',
  ),
  HOST: optional('address to listen on', host(), 'all addresses'),
  SMTP_PORT: optional('port of the mail server', port(), 'the port after `SANDBOX_PORT`'),
  API_URL: required('the API that receives webhooks and interactions', url()),
  STRIPE_SECRET_KEY: required('API key that the API must send', text()),
  STRIPE_WEBHOOK_SECRET: required('signs webhooks', text()),
  STRIPE_CONNECT_WEBHOOK_SECRET: optional(
    'signs webhooks about connected accounts',
    text(),
    'none are sent',
  ),
  DISCORD_CLIENT_ID: required('OAuth client id that the API must send', text()),
  DISCORD_CLIENT_SECRET: required('OAuth client secret that the API must send', text()),
  DISCORD_BOT_TOKEN: required('bot token that the API must send', text()),
  DISCORD_GUILD_ID: required('id of the chat server', text()),
  DISCORD_INTERACTION_SEED: required(
    'seed of the key that signs interactions: 32 bytes in hex',
    text(),
  ),
};
