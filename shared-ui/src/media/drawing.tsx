import { type ImgHTMLAttributes, useState } from 'react';

/** A picture that decorates: one that does not come, as without a network, leaves no broken one behind. */
export function Drawing(props: ImgHTMLAttributes<HTMLImageElement>) {
  const [lost, setLost] = useState(false);
  return lost ? null : <img {...props} alt="" onError={() => setLost(true)} />;
}
