import { Hono } from 'hono';
import { printDay, printStatus } from './monitoring/answer-status';
import type { StatusParts } from './monitoring/status';
import type { DevRemotes } from './releases/dev-remotes';

/** Creates the app behind the local socket, which needs no token. */
export function createLocalApp({ dev, ...parts }: StatusParts & { dev: DevRemotes }): Hono {
  const app = new Hono();
  app.get('/_shell/status', (context) => printStatus(context, parts));
  app.get('/_shell/day', (context) => printDay(context, parts));
  app.post('/_shell/dev', (context) => dev.receive(context));
  return app;
}
