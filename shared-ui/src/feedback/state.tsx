import type { HTMLAttributes } from 'react';
import { Card } from '../layout/card';
import { Drawing } from '../media/drawing';
import styles from './state.module.css';

export interface StateProps extends HTMLAttributes<HTMLDivElement> {
  /** URL of a 240 × 180 drawing. */
  drawing: string;
}

export const State = ({ drawing, className = '', children, ...rest }: StateProps) => (
  <Card {...rest} className={`${styles.state} ${className}`}>
    <Drawing src={drawing} width="240" height="180" />
    {children}
  </Card>
);
