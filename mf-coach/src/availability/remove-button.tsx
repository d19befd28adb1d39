import { Button, close, Icon } from '@carry/ui';
import styles from './availability.module.css';

/** `of`: removed thing, for screen readers. */
export function RemoveButton({ of, onRemove }: { of: string; onRemove(): void }) {
  return (
    <Button
      variant="quiet"
      small
      className={styles.remove}
      aria-label={`Remove ${of}`}
      onClick={onRemove}
    >
      <Icon path={close} />
    </Button>
  );
}
