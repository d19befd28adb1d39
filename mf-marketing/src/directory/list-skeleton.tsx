import { SkeletonBox, SkeletonText } from '@carry/ui';
import { useLayoutEffect, useRef } from 'react';
import cards from './coach-cards.module.css';
import styles from './directory.module.css';

interface Length {
  cards: number;
  /** In px. */
  height: number;
}

/** Lengths of the lists that this document has shown, by query. */
const shown = new Map<string, Length>();

/** Cards of a list that has not been shown yet. */
const FIRST = 6;

/** Remembers the length of the returned element's list for its skeleton. */
export function useShownLength(query: string, cards: number) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = element.current;
    return () => {
      if (list?.offsetHeight) shown.set(query, { cards, height: list.offsetHeight });
    };
  }, [query, cards]);
  return element;
}

/** As long as the list was when it was last shown, so that Back restores the scroll position before the coaches are there. */
export function ListSkeleton({ query }: { query: string }) {
  const length = shown.get(query);
  return (
    <div
      className={styles.waiting}
      style={length && { minHeight: length.height }}
      aria-hidden="true"
    >
      <ul className={cards.cards}>
        {Array.from({ length: length?.cards ?? FIRST }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </ul>
    </div>
  );
}

const CardSkeleton = () => (
  <li className={cards.card}>
    <SkeletonBox className={cards.portrait} />
    <div className={cards.facts}>
      <p className={cards.name}>
        <SkeletonText letters={8} />
      </p>
      <p>
        <SkeletonText letters={15} />
      </p>
      <p>
        <SkeletonText letters={17} />
      </p>
    </div>
    <p className={cards.summary}>
      <SkeletonText letters={64} />
    </p>
    <p className={cards.deal}>
      <SkeletonText letters={20} />
      <SkeletonText letters={11} />
    </p>
  </li>
);
