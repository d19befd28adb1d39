import { type ImgHTMLAttributes, useEffect, useRef, useState } from 'react';

export interface PortraitProps
  extends Pick<
    ImgHTMLAttributes<HTMLImageElement>,
    'className' | 'width' | 'height' | 'loading' | 'decoding' | 'fetchPriority'
  > {
  src: string | null | undefined;
  /** Empty if the name is next to it. */
  alt: string;
  /** Person's name; its initials replace the drawing of a missing picture. */
  name?: string | null | undefined;
}

const TIMEOUT_MS = 3000;

/** A person's picture. Its fallback, if it is missing, fails or is slow, has the initials or a drawing. */
export function Portrait({ src, alt, name, ...place }: PortraitProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState<string | null>();
  // An image that failed before hydration fires no event, and a slow one may hang; a second request detects both.
  useEffect(() => {
    const { complete, naturalWidth } = picture.current ?? {};
    if (!src || naturalWidth || (place.loading === 'lazy' && !complete)) return;
    const probe = new Image();
    probe.onload = () => setMissing(null);
    probe.onerror = () => setMissing(src);
    const check = () => {
      if (picture.current?.naturalWidth) return;
      if (!complete) setMissing(src);
      probe.src = src;
    };
    const timer = setTimeout(check, complete ? 0 : TIMEOUT_MS);
    return () => {
      clearTimeout(timer);
      probe.onload = null;
      probe.onerror = null;
    };
  }, [src, place.loading]);
  const initials = name ? getInitials(name) : '';
  if (src && missing !== src)
    return <img {...place} ref={picture} src={src} alt={alt} onError={() => setMissing(src)} />;
  return (
    <svg
      className={place.className}
      width={place.width}
      height={place.height}
      viewBox="0 0 44 44"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={alt}
      aria-hidden={!alt}
    >
      <path d="M0 0h44v44H0z" fill="#39445e" />
      {initials ? (
        <text x="22" y="28" textAnchor="middle" fontSize="17" fontWeight="600" fill="#e4eaf8">
          {initials}
        </text>
      ) : (
        <path d="M22 9a8 8 0 1 1-.01 0zM7 44v-6a15 13 0 0 1 30 0v6z" fill="#aab6d0" />
      )}
    </svg>
  );
}

/** Returns the first letters of a name's first and last word, such as "AK"; empty without letters. */
function getInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
