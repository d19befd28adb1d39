import { QRCodeSVG } from 'qrcode.react';
import styles from './qr-code.module.css';

/** Modules around the code that a scanner needs. */
const QUIET_ZONE = 4;

/** A link as a QR code. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <QRCodeSVG value={text} title={label} marginSize={QUIET_ZONE} className={styles.code} />
);
