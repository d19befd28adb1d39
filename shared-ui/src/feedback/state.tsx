import type { HTMLAttributes } from 'react';
import { Card } from '../layout/card';
import { Drawing } from '../media/drawing';
import styles from './state.module.css';

export interface StateProps extends HTMLAttributes<HTMLDivElement> {
  /** The address of a drawing of 240 × 180. */
  drawing: string;
}

/** Stands where a page has nothing to show, failed or waits: a drawing, what is so, and a way on. */
export const State = ({ drawing, className = '', children, ...rest }: StateProps) => (
  <Card {...rest} className={`${styles.state} ${className}`}>
    <Drawing src={drawing} width="240" height="180" />
    {children}
  </Card>
);
