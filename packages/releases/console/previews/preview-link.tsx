import type { OpenPreview } from '@carry/contracts/console';
import { Button, Dialog } from '@carry/ui';
import { QRCodeSVG } from 'qrcode.react';
import { useRef, useState } from 'react';
import { useDocument } from '../data/use-document';
import { formatTime } from '../parts/format';
import { Loaded } from '../parts/page';
import styles from './previews.module.css';

const QUIET_ZONE = 4;

interface PreviewLinkProps {
  preview: OpenPreview;
  onClose(): void;
}

export function PreviewLink({ preview, onClose }: PreviewLinkProps) {
  const { remote, channel, expires } = preview;
  const query = new URLSearchParams({ remote, channel });
  const document = useDocument<{ url: string }>(`/preview-link?${query}`);
  return (
    <Dialog
      title={`Preview ${channel} of ${remote}`}
      note={`Anyone with the link can see it until ${formatTime(expires)}.`}
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
              <CopyableLink url={url} />
            </>
          )}
        </Loaded>
        <Button variant="quiet" onClick={onClose} className={styles.close}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

const labels = {
  idle: 'Copy link',
  copied: 'Copied',
  refused: "Your browser won't let us copy. The link is selected.",
};

export function CopyableLink({ url }: { url: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const [state, setState] = useState<keyof typeof labels>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url); // without TLS there is no clipboard
      setState('copied');
    } catch {
      if (link.current) getSelection()?.selectAllChildren(link.current);
      setState(document.execCommand?.('copy') ? 'copied' : 'refused');
    }
  };
  return (
    <>
      <p>
        <a ref={link} href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
      </p>
      <Button variant="quiet" onClick={() => void copy()}>
        {state === 'copied' ? labels.copied : labels.idle}
      </Button>
      <span role="status">{state === 'refused' && labels.refused}</span>
    </>
  );
}
