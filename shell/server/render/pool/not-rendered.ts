/** The page was not rendered, and its release did not cause that: cooldown, a dead process or a full queue. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
}
