import { type ImgHTMLAttributes, useEffect, useRef, useState } from 'react';

export interface PortraitProps
  extends Pick<
    ImgHTMLAttributes<HTMLImageElement>,
    'className' | 'width' | 'height' | 'loading' | 'decoding' | 'fetchPriority'
  > {
  src: string | null | undefined;
  /** Empty where the name stands beside it. */
  alt: string;
}

const PATIENCE_MS = 3000;

/** Somebody's picture. One that does not come, or not soon, leaves its place to the drawing of a person. */
export function Portrait({ src, alt, ...place }: PortraitProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState<string | null>();
  // It may have failed before the page came alive, or hang: only then it is asked for once more, and says so.
  useEffect(() => {
    const { complete, naturalWidth } = picture.current ?? {};
    if (!src || naturalWidth || (place.loading === 'lazy' && !complete)) return;
    const again = new Image();
    again.onload = () => setMissing(null);
    again.onerror = () => setMissing(src);
    const look = () => {
      if (picture.current?.naturalWidth) return;
      if (!complete) setMissing(src);
      again.src = src;
    };
    const timer = setTimeout(look, complete ? 0 : PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      again.onload = null;
      again.onerror = null;
    };
  }, [src, place.loading]);
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
      <path d="M22 9a8 8 0 1 1-.010 0zM7 44v-6a15 13 0 0 1 30 0v6z" fill="#aab6d0" />
    </svg>
  );
}
