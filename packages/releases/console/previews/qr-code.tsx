import { encode } from 'uqr';
import styles from './qr-code.module.css';

const QUIET_ZONE = 4;

/** A link as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`;
  return (
    <svg className={styles.code} viewBox={box} role="img" aria-label={label}>
      <path d={modules.join('')} />
    </svg>
  );
}
