import { type ImgHTMLAttributes, useState } from 'react';

/** A decorative image; removes itself if it fails to load. */
export function Drawing(props: ImgHTMLAttributes<HTMLImageElement>) {
  const [failed, setFailed] = useState(false);
  return failed ? null : <img {...props} alt="" onError={() => setFailed(true)} />;
}
