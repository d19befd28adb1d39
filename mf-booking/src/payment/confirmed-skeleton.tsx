import { BoxBone, Card, TextBone } from '@carry/ui';
import styles from './confirmed.module.css';

const facts = [3, 5, 19, 10, 8, 24];

/** The confirmation while it loads. */
export const ConfirmedSkeleton = () => (
  <div className={styles.confirmed}>
    <div className={styles.done}>
      <BoxBone className={styles.mark} />
      <div>
        <p role="status" className={styles.waiting}>
          Loading your booking...
        </p>
        <p aria-hidden="true">
          <TextBone letters={66} />
        </p>
      </div>
    </div>
    <div className={styles.main} aria-hidden="true">
      <Card className={styles.session}>
        <BoxBone className={styles.leaf} />
        <div>
          <p className={styles.when}>
            <TextBone letters={34} />
          </p>
          <div className={styles.keep}>
            <BoxBone className={styles.press} />
          </div>
        </div>
      </Card>
      <Card>
        <h2>
          <TextBone letters={26} />
        </h2>
        <p>
          <TextBone letters={80} />
        </p>
        <BoxBone className={styles.action} />
      </Card>
    </div>
    <Card className={styles.receipt} aria-hidden="true">
      <h2>
        <TextBone letters={7} />
      </h2>
      <dl>
        {facts.map((letters) => (
          <Fact key={letters} letters={letters} />
        ))}
      </dl>
    </Card>
  </div>
);

const Fact = ({ letters }: { letters: number }) => (
  <>
    <dt>
      <TextBone letters={7} />
    </dt>
    <dd>
      <TextBone letters={letters} />
    </dd>
  </>
);
