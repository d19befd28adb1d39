import type { Difference, PagePicture, ReleaseDifference } from '@carry/contracts/console';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatPlural } from '../parts/format';
import { drawDifference } from './draw-difference';
import styles from './pictures.module.css';

interface PicturesProps {
  remote: string;
  difference: ReleaseDifference;
}

export function Pictures({ remote, difference: { from, to, pictures } }: PicturesProps) {
  const isSame = ({ from: before, to: after }: Difference<PagePicture>) =>
    before?.file === after?.file;
  const changed = pictures.filter((picture) => !isSame(picture));
  const same = pictures.filter(isSame);
  const getPath = (version: string) => `/console/api/remotes/${remote}/${version}/pictures`;
  const row = (picture: Difference<PagePicture>) => (
    <Row
      key={`${from.version} ${to.version} ${picture.name}`}
      picture={picture}
      isSame={isSame(picture)}
      paths={{ from: getPath(from.version), to: getPath(to.version) }}
    />
  );
  return (
    <section className={styles.part} aria-label="Pictures">
      <h2>Pictures</h2>
      {pictures.length === 0 && (
        <p>These releases have no pictures. A publish takes one of each page.</p>
      )}
      {pictures.length > 0 && changed.length === 0 && <p>All pages look the same.</p>}
      {changed.map(row)}
      {same.length > 0 && (
        <details>
          <summary>{formatPlural(same.length, 'page')} without a difference</summary>
          {same.map(row)}
        </details>
      )}
    </section>
  );
}

interface RowProps {
  picture: Difference<PagePicture>;
  isSame: boolean;
  paths: { from: string; to: string };
}

function Row({ picture: { name, from, to }, isSame, paths }: RowProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.name}>
        {name}
      </h3>
      <div className={styles.row}>
        <Shot label={isSame ? 'Both' : 'Before'} of={name} picture={from} path={paths.from} />
        {!isSame && <Shot label="After" of={name} picture={to} path={paths.to} />}
        {!isSame && from && to && (
          <Marked
            name={name}
            before={`${paths.from}/${from.file}`}
            after={`${paths.to}/${to.file}`}
          />
        )}
      </div>
    </section>
  );
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <figure className={styles.figure}>
    <figcaption>{label}</figcaption>
    {children}
  </figure>
);

interface ShotProps {
  label: string;
  /** Route of the page, if the label is not it. */
  of?: string;
  picture: PagePicture | null;
  path: string;
}

export function Shot({ label, of, picture, path }: ShotProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (picture && location.hash === `#${picture.file}`) link.current?.scrollIntoView();
  }, [picture]);
  if (!picture)
    return (
      <Figure label={label}>
        <p className={styles.none}>No picture</p>
      </Figure>
    );
  const { file, width, height } = picture;
  return (
    <Figure label={label}>
      <a ref={link} href={`${path}/${file}`} target="_blank" rel="noreferrer">
        <img
          src={`${path}/${file}`}
          alt={`${of ? `${label}: ${of}` : label}, opens in a new tab`}
          width={width}
          height={height}
          loading="lazy"
        />
      </a>
    </Figure>
  );
}

function Marked({ name, before, after }: { name: string; before: string; after: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('Difference');
  const images = useRef<{ before?: HTMLImageElement; after?: HTMLImageElement }>({});
  const load = (side: 'before' | 'after') => (image: HTMLImageElement) => {
    images.current[side] = image;
    const { before: first, after: second } = images.current;
    if (!first || !second || !canvas.current) return;
    const share = drawDifference(canvas.current, first, second);
    setText(`Difference: ${describeShare(share)} of the pixels`);
  };
  return (
    <Figure label={<span role="status">{text}</span>}>
      <canvas ref={canvas} role="img" aria-label={`Difference of ${name}`} />
      {(['before', 'after'] as const).map((side) => (
        <img
          key={side}
          src={side === 'before' ? before : after}
          alt=""
          hidden
          onLoad={({ currentTarget }) => load(side)(currentTarget)}
        />
      ))}
    </Figure>
  );
}

const describeShare = (share: number) =>
  share > 0 && share < 0.001 ? 'less than 0.1 %' : `${(share * 100).toFixed(1)} %`;
