import { Webhook } from 'standardwebhooks';
import { nameTarget, post, type Target } from './target';

/** Returns a target that gets CloudEvents with a signature for each secret (standard webhooks). */
export function createWebhook(url: string, secrets: readonly string[]): Target {
  const signers = secrets.map((secret) => new Webhook(secret));
  const names = nameTarget('webhook', new URL(url).host, url);
  return {
    ...names,
    send(event) {
      const body = JSON.stringify(event);
      const now = new Date();
      const signatures = signers.map((signer) => signer.sign(event.id, now, body));
      const headers = {
        'content-type': 'application/cloudevents+json; charset=utf-8',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      };
      return post(url, { body, headers, label: names.label });
    },
  };
}
