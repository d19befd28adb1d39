import { MUTATIONS } from '../foreign-nodes/events';

/** Records what happens to the page's nodes until the shell takes the records: a browser's translation and extensions change them before hydration. */
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
