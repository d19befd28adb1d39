import type { HTMLAttributes } from 'react';
import styles from './card.module.css';

export const Card = ({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={`${styles.card} ${className}`} />
);

export interface BannerProps extends HTMLAttributes<HTMLDivElement> {
  tone: 'offer' | 'danger' | 'info' | 'success';
}

export const Banner = ({ tone, className = '', ...rest }: BannerProps) => (
  <div {...rest} className={`${styles.banner} ${styles[tone]} ${className}`} />
);
