import styles from './booking.module.css';
import { formatDollars } from './money';
import { isQuantity } from './validate';

/** Rate times quantity, in sight while the form is, and in which currency it is paid. */
export const Total = ({ rate, quantity }: { rate: number | undefined; quantity: string }) => (
  <>
    <p className={styles.total}>
      Total <output>{rate !== undefined && isQuantity(quantity) ? formatDollars(rate * Number(quantity)) : '–'}</output>
    </p>
    <p className={styles.note}>Prices are in US dollars (USD). Conversion to your local currency applies at checkout.</p>
  </>
);
