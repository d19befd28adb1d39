import styles from './named-portrait.module.css';
import { Portrait, type PortraitProps } from './portrait';

export interface NamedPortraitProps extends PortraitProps {
  name: string;
  sources?: readonly { type: string; srcset: string }[] | undefined;
  sizes?: string;
}

export function NamedPortrait({ name, sources = [], sizes, ...props }: NamedPortraitProps) {
  const portrait = <Portrait {...props} name={name} />;
  if (!props.src || sources.length === 0) return portrait;
  return (
    <picture className={styles.picture}>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      {portrait}
    </picture>
  );
}
