import { MUTATIONS } from '../foreign-nodes/undo-mutations';

/** Records DOM mutations before hydration, so that the shell can undo those by translations and extensions. */
export function recordMutations(): void {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((more) => void records.push(...more));
  observer.observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  });
  const handOver = (event: Event) => {
    (event as CustomEvent<MutationRecord[]>).detail.push(...records, ...observer.takeRecords());
    observer.disconnect();
  };
  addEventListener(MUTATIONS, handOver, { once: true });
}
