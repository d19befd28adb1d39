import type { Dependencies } from '../../core/context/dependencies';
import { Problem } from '../../core/errors/problem';
import { createRouter } from '../../core/http/router';
import { claimBooking } from './claims';
import { interaction, isSigned, pong, reply } from './interactions';

const PING = 1;
const COMMAND = 2;

/** Webhook for Discord interactions. Authenticated by signature, so it is outside the contract. */
export function botRoutes(deps: Dependencies) {
  const { publicKey } = deps.config.discord;
  const app = createRouter();
  app.post('/api/discord/interactions/', async (context) => {
    const body = await context.req.text();
    const signature = context.req.header('x-signature-ed25519') ?? '';
    const timestamp = context.req.header('x-signature-timestamp') ?? '';
    if (!isSigned(publicKey, { signature, timestamp, body }))
      throw new Problem(401, 'The interaction has no valid signature.');
    const parsed = interaction.safeParse(safeJson(body));
    if (!parsed.success) throw new Problem(400, 'The request is not a valid interaction.');
    const { type, data, member, user } = parsed.data;
    if (type === PING) return context.json(pong());
    const chat = member?.user ?? user;
    if (type !== COMMAND || data?.name !== 'claim' || !chat)
      return context.json(reply('I know one command: /claim <booking number>.'));
    const value = data.options?.find(({ name }) => name === 'booking')?.value;
    return context.json(reply(await claimBooking(deps, Number(value), chat)));
  });
  return app;
}

function safeJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
