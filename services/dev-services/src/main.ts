import { readEnvironment } from '@carry/contracts/environment';
import { tolerateOutputFailures } from 'server-kit/output';
import { runService } from 'server-kit/run-service';
import { startSandbox } from './index';
import { sandboxVariables } from './variables';

function start() {
  const values = readEnvironment(sandboxVariables, process.env);
  const { API_URL: apiUrl, SANDBOX_PORT: port, SMTP_PORT: smtpPort = port + 1 } = values;
  return startSandbox({
    port,
    host: values.HOST,
    url: values.SANDBOX_URL,
    smtpPort,
    payments: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookUrl: `${apiUrl}/api/stripe/webhook/`,
      webhookSecret: values.STRIPE_WEBHOOK_SECRET,
      connectSecret: values.STRIPE_CONNECT_WEBHOOK_SECRET,
    },
    chat: {
      clientId: values.DISCORD_CLIENT_ID,
      clientSecret: values.DISCORD_CLIENT_SECRET,
      botToken: values.DISCORD_BOT_TOKEN,
      guildId: values.DISCORD_GUILD_ID,
      interactionSeed: values.DISCORD_INTERACTION_SEED,
      interactionsUrl: `${apiUrl}/api/discord/interactions/`,
      redirectUris: [`${apiUrl}/api/oauth/discord/callback/`],
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${port} or ${smtpPort} is in use; set SANDBOX_PORT or SMTP_PORT`);
  });
}

tolerateOutputFailures();
await runService(async () => {
  const sandbox = await start();
  console.log(`sandbox ${sandbox.origin}`);
  return sandbox;
});
