import { getInitials } from './initials';
import styles from './named-portrait.module.css';
import { Portrait, type PortraitProps } from './portrait';

export interface NamedPortraitProps extends Omit<PortraitProps, 'drawing'> {
  /** Person whose initials are drawn without a picture. */
  name: string;
  /** Smaller files by type. */
  sources?: readonly { type: string; srcset: string }[] | undefined;
  sizes?: string;
}

/** A portrait in several sizes and types, with the person's initials as fallback. */
export function NamedPortrait({ name, sources = [], sizes, ...props }: NamedPortraitProps) {
  const initials = getInitials(name);
  const portrait = (
    <Portrait
      {...props}
      drawing={
        initials && (
          <text x="22" y="27.500" textAnchor="middle" fontSize="15" fontWeight="650" fill="#dbe3f4">
            {initials}
          </text>
        )
      }
    />
  );
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
