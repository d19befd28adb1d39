import { useShell } from '@carry/remote-kit';
import { SkeletonBox, SkeletonText } from '@carry/ui';
import { useStore } from 'zustand';
import styles from './prompt.module.css';

export function PromptSkeleton() {
  const { auth } = useShell();
  const { status } = useStore(auth.store);
  if (status === 'signed-in') return null;
  return (
    <div className={styles.prompt}>
      <p>
        <SkeletonText letters={24} />
      </p>
      <SkeletonBox className={styles.waiting} />
    </div>
  );
}
