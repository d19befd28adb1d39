import { Hono } from 'hono';
import { printStatus } from './monitoring/answer-status';
import type { StatusParts } from './monitoring/status';
import type { DevRemotes } from './releases/dev-remotes';

/** What the site answers on its local socket, and nowhere else without a token. */
export function createLocalApp({ dev, ...parts }: StatusParts & { dev: DevRemotes }): Hono {
  const app = new Hono();
  app.get('/_shell/status', (context) => printStatus(context, parts));
  app.post('/_shell/dev', (context) => dev.receive(context));
  return app;
}
