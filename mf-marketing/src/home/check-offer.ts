import type { DraftOffer, ShellApi } from '@carry/remote-kit';
import { isPaid } from '@carry/remote-kit/is-paid';
import { paths } from '@carry/remote-kit/paths';

/** Prefix of the drafts that mark offers of paid bookings. */
const PAID = 'paid-offer/';

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

/** Returns the id of an unpaid booking, which the form adds to the path of its offer. */
const getBookingId = ({ path }: DraftOffer): string | null => {
  const id = /#booking=(.+)/.exec(path)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
};

/** Returns the first offer to show. One that was paid elsewhere links to the sessions once: only its remote can clear the draft. */
export async function pickOffer(
  { api, auth, drafts }: ShellApi,
  offers: readonly DraftOffer[],
): Promise<DraftOffer | null> {
  for (const offer of offers) {
    const id = getBookingId(offer);
    if (id === null || !(await knowsMember(auth)) || !(await isPaid(api, id))) return offer;
    if (auth.store.getState().status !== 'signed-in') return null;
    const key = PAID + offer.path;
    if (drafts.load(key)) continue;
    drafts.save(key, true);
    return { path: paths.sessions, title: "You've already booked this. See My Sessions" };
  }
  return null;
}
