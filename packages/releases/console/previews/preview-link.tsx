import type { OpenPreview } from '@carry/contracts/console';
import { Button, Dialog } from '@carry/ui';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useDocument } from '../data/use-document';
import { formatTime } from '../parts/format';
import { Loaded } from '../parts/page';
import styles from './previews.module.css';

/** Modules around a QR code that a scanner needs. */
const QUIET_ZONE = 4;

interface PreviewLinkProps {
  preview: OpenPreview;
  onClose(): void;
}

export function PreviewLink({ preview, onClose }: PreviewLinkProps) {
  const { remote, channel, expires } = preview;
  const query = new URLSearchParams({ remote, channel });
  const document = useDocument<{ url: string }>(`/preview-link?${query}`);
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog
      title={`Preview ${channel} of ${remote}`}
      note={`Whoever has the link sees it until ${formatTime(expires)}.`}
      onClose={onClose}
    >
      <div className={styles.link}>
        <Loaded document={document}>
          {({ url }) => (
            <>
              <QRCodeSVG
                value={url}
                title={`QR code of the preview ${channel} of ${remote}`}
                marginSize={QUIET_ZONE}
                className={styles.code}
              />
              <p>
                <a href={url} target="_blank" rel="noreferrer">
                  {url}
                </a>
              </p>
              <Button
                variant="quiet"
                onClick={() =>
                  void navigator.clipboard.writeText(url).then(() => setIsCopied(true))
                }
              >
                {isCopied ? 'Copied' : 'Copy link'}
              </Button>
            </>
          )}
        </Loaded>{' '}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
