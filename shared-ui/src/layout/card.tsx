import type { HTMLAttributes } from 'react';
import styles from './card.module.css';

/** A raised surface. */
export const Card = ({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={`${styles.card} ${className}`} />
);

export interface BannerProps extends HTMLAttributes<HTMLDivElement> {
  tone: 'offer' | 'danger' | 'info' | 'success';
}

/** A short, prominent message. */
export const Banner = ({ tone, className = '', ...rest }: BannerProps) => (
  <div {...rest} className={`${styles.banner} ${styles[tone]} ${className}`} />
);
