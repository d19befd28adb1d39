import type { DraftOffer, ShellApi } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { isBooked } from '../sessions/api';

/** Draft with the path of the last offer that was found paid. */
const PAID = 'paid-offer';

type Auth = ShellApi['auth'];

const knowsMember = ({ store }: Auth): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = ({ status }: ReturnType<Auth['store']['getState']>) => {
      if (status === 'unknown') return;
      unsubscribe();
      resolve(status === 'signed-in');
    };
    const unsubscribe = store.subscribe(settle);
    settle(store.getState());
  });

/**
 * Returns what to show for the offer of an unpaid booking. If the member has paid it elsewhere, this is a link to their sessions, and
 * null from the next time on: only the remote that wrote the draft can clear it.
 */
export async function checkOffer(
  { api, auth, drafts }: ShellApi,
  offer: DraftOffer,
  bookingId: string,
): Promise<DraftOffer | null> {
  if (!(await knowsMember(auth))) return offer;
  if (!(await isBooked(api, bookingId))) return offer;
  if (drafts.load(PAID) === offer.path) return null;
  drafts.save(PAID, offer.path);
  return { path: paths.sessions, title: "You've already booked this. See My Sessions" };
}
