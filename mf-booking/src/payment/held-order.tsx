import { browserZone, unbroken } from '@carry/remote-kit';
import { formatDollars, formatPrice } from '@carry/remote-kit/format';
import { Card, DateBlock } from '@carry/ui';
import type { Order } from '../order/api';
import { formatChosen, toInstant } from '../slots/days';
import styles from './held-order.module.css';

export const HeldOrder = ({
  order: { service, quantity, slot, zone = browserZone() },
}: {
  order: Order;
}) => (
  <Card className={styles.held}>
    <DateBlock date={slot && new Date(toInstant(slot.date, slot.time))} zone={zone} />
    <dl>
      <dt>Service</dt>
      <dd>
        <bdi>{service.label}</bdi>
        {quantity > 1 && `, ${quantity} × ${formatPrice(service.rate)}`}
      </dd>
      <dt>Time</dt>
      <dd>{slot ? unbroken(formatChosen(slot, zone)) : 'No set time'}</dd>
      <dt>Total</dt>
      <dd className={styles.total}>{formatDollars(service.rate * quantity)}</dd>
    </dl>
  </Card>
);
