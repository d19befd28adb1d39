import type { PagePicture } from '@carry/contracts/console';
import type { PreviewDetails } from '../../universal/page/preview-details';

export function Pictures({
  preview: { remote, version, live, pictures },
}: {
  preview: PreviewDetails;
}) {
  if (pictures.length === 0 || !live) return null;
  const getPath = (release: string) => `/_shell/previews/pictures/${remote}/${release}`;
  return (
    <details>
      <summary>{describePictures(pictures)}</summary>
      {pictures.map(({ name, from, to }) => (
        <section key={name} aria-label={`Pictures of ${name}`}>
          <h4>{name}</h4>
          <div className="pictures">
            <Picture label="Live" picture={from} path={getPath(live)} />
            <Picture label="Preview" picture={to} path={getPath(version)} />
          </div>
        </section>
      ))}
    </details>
  );
}

/** The live release may have no pictures, so its pages can't be compared. */
function describePictures(pictures: PreviewDetails['pictures']): string {
  const isOne = pictures.length === 1;
  return pictures.every(({ from, to }) => from && to)
    ? `${pictures.length} ${isOne ? 'page looks' : 'pages look'} different`
    : `Pictures of ${pictures.length} ${isOne ? 'page' : 'pages'}`;
}

interface PictureProps {
  label: string;
  picture: PagePicture | null;
  path: string;
}

const Picture = ({ label, picture, path }: PictureProps) => (
  <figure>
    <figcaption>{label}</figcaption>
    {picture ? (
      <img
        src={`${path}/${picture.file}`}
        alt={label}
        width={picture.width}
        height={picture.height}
        loading="lazy"
      />
    ) : (
      <p className="quiet">No picture</p>
    )}
  </figure>
);
