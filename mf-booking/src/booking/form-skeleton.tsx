import { Card, FieldSkeleton, SkeletonBox, SkeletonText } from '@carry/ui';
import { PromptSkeleton } from '../sign-in/prompt-skeleton';
import { DaysSkeleton } from '../slots/days-skeleton';
import styles from './booking.module.css';
import summary from './summary.module.css';

export const OrderSkeleton = () => (
  <>
    <div className={`${styles.main} ${styles.order}`}>
      <FormSkeleton />
    </div>
    <SummarySkeleton />
  </>
);

const FormSkeleton = () => (
  <>
    <p className={styles.heading} aria-hidden="true">
      <SkeletonText letters={14} />
    </p>
    <div className={styles.form} aria-hidden="true">
      <div className={styles.services}>
        <p className={styles.title}>
          <SkeletonText letters={7} />
        </p>
        {[19, 13, 21, 23].map((letters) => (
          <div key={letters} className={styles.service}>
            <strong>
              <SkeletonText letters={letters} />
            </strong>
            <span className={styles.price}>
              <SkeletonText letters={11} />
            </span>
          </div>
        ))}
      </div>
      <div className={styles.quantity}>
        <p className={styles.title}>
          <SkeletonText letters={16} />
        </p>
        <SkeletonBox className={styles.counter} />
      </div>
      <p className={styles.note}>
        <SkeletonText letters={100} />
      </p>
      <DaysSkeleton />
      <FieldSkeleton label={12} hint={38} />
      <FieldSkeleton label={7} hint={124} tall />
      <p className={styles.note}>
        <SkeletonText letters={33} />
        <br />
        <SkeletonText letters={40} />
      </p>
    </div>
  </>
);

const SummarySkeleton = () => (
  <div className={summary.summary} aria-hidden="true">
    <Card className={summary.card}>
      <div className={summary.coach}>
        <SkeletonBox className={summary.face} />
        <div>
          <SkeletonText letters={5} />
          <p>
            <SkeletonText letters={16} />
          </p>
        </div>
      </div>
      <dl className={summary.lines}>
        <dt>
          <SkeletonText letters={7} />
        </dt>
        <dd>
          <SkeletonText letters={19} />
          <small>
            <SkeletonText letters={12} />
          </small>
        </dd>
        <dt>
          <SkeletonText letters={4} />
        </dt>
        <dd>
          <SkeletonText letters={14} />
        </dd>
      </dl>
      <p className={summary.total}>
        <SkeletonText letters={5} />
        <b>
          <SkeletonText letters={6} />
        </b>
      </p>
      <div className={summary.action}>
        <SkeletonBox className={summary.press} />
      </div>
      <PromptSkeleton />
      <p className={summary.promise}>
        <span>
          <SkeletonText letters={28} />{' '}
          <span className={summary.more}>
            <SkeletonText letters={40} />
          </span>{' '}
          <span className={summary.how}>
            <SkeletonText letters={16} />
          </span>
        </span>
      </p>
      <p className={summary.policy}>
        <SkeletonText letters={50} />
      </p>
      <p className={summary.note}>
        <SkeletonText letters={86} />
      </p>
    </Card>
  </div>
);
