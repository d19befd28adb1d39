import { startSandbox } from './index';

const need = (name: string): string => {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is not set`);
  process.exit(1);
};

const apiUrl = need('API_URL');
const port = Number(process.env.SANDBOX_PORT ?? 4100);
const sandbox = await startSandbox({
  port,
  smtpPort: Number(process.env.SMTP_PORT ?? port + 1),
  payments: {
    secretKey: need('STRIPE_SECRET_KEY'),
    webhookUrl: `${apiUrl}/api/stripe/webhook/`,
    webhookSecret: need('STRIPE_WEBHOOK_SECRET'),
  },
  chat: {
    clientId: need('DISCORD_CLIENT_ID'),
    clientSecret: need('DISCORD_CLIENT_SECRET'),
    botToken: need('DISCORD_BOT_TOKEN'),
    guildId: need('DISCORD_GUILD_ID'),
    interactionSeed: need('DISCORD_INTERACTION_SEED'),
    interactionsUrl: `${apiUrl}/api/discord/interactions/`,
    redirectUris: [`${apiUrl}/api/oauth/discord/callback/`],
  },
}).catch((error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `SANDBOX_PORT ${port} (or SMTP_PORT) is in use; set it to another one` : error.message);
  process.exit(1);
});
console.log(`sandbox ${sandbox.origin}`);
const stop = () => void sandbox.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop); // whoever started us is gone
