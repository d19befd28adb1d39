/** A page that was not rendered for what another one did: its release cools down, its process ended, or the queue is too long. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
}
