import styles from './booking.module.css';
import { formatDollars } from './money';
import { isQuantity } from './validate';

/** Rate times quantity, and in which currency it is paid. */
export const Total = ({ rate, quantity }: { rate: number | undefined; quantity: string }) => (
  <div className={styles.total}>
    <p>
      Total <output>{rate !== undefined && isQuantity(quantity) ? formatDollars(rate * Number(quantity)) : '–'}</output>
    </p>
    <small>Prices are in US dollars (USD). Conversion to your local currency applies at checkout.</small>
  </div>
);
