import { formatDate } from '@carry/contracts/format';
import { QRCodeSVG } from 'qrcode.react';
import { useId, useRef, useState } from 'react';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { Changes } from './changes';
import { Pictures } from './pictures';

/** Modules around the code that a scanner needs. */
const QUIET_ZONE = 4;

const formatTime = (at: string) =>
  formatDate(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });

interface PreviewCardProps {
  preview: PreviewDetails;
  isHere: boolean;
  pathname: string;
  search: string;
  onSwitch(on: boolean): void;
}

export function PreviewCard({ preview, isHere, pathname, search, onSwitch }: PreviewCardProps) {
  const { remote, channel, state, difference } = preview;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {remote} {channel}
      </h3>
      <p>{describeState(preview)}</p>
      {(state === 'on' || state === 'off') && (
        <>
          <Origin preview={preview} />
          {difference && <Changes difference={difference} />}
          <Pictures preview={preview} />
          {state === 'on' && !isHere && preview.start && (
            <p>
              This page isn't part of it. <a href={preview.start}>Open {preview.start}</a>
            </p>
          )}
          <div className="buttons">
            <button type="button" onClick={() => onSwitch(state !== 'on')}>
              {state === 'on' ? 'Switch off' : 'Switch on'}
              <span className="unseen">
                {' '}
                {remote} {channel}
              </span>
            </button>
          </div>
          <Link
            preview={preview}
            path={isHere || !preview.start ? `${pathname}${search}` : preview.start}
          />
        </>
      )}
    </section>
  );
}

function describeState({ state, remote }: PreviewDetails): string {
  if (state === 'on') return `You're seeing this version of ${remote}. Visitors see the live one.`;
  if (state === 'off') return `Switched off: you're seeing the live version of ${remote}.`;
  if (state === 'unreachable')
    return "We can't load it right now: you're seeing the live version. Reload in a minute.";
  return "It isn't available anymore: it has ended or its link has expired. Ask the team for a new link.";
}

function Origin({ preview }: { preview: PreviewDetails }) {
  const { version, commit, by, who, since, until } = preview;
  return (
    <p className="quiet">
      {by && since && (
        <>
          Opened by <span title={who ?? by}>{by}</span> on {formatTime(since)}.{' '}
        </>
      )}
      Available until {formatTime(until)}. Release {version}, commit {commit}.
    </p>
  );
}

function Link({ preview, path }: { preview: PreviewDetails; path: string }) {
  const { remote, channel, token } = preview;
  const [status, setStatus] = useState('');
  const [isCode, setIsCode] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const url = `${location.origin}${path}${path.includes('?') ? '&' : '?'}preview=${token}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url); // without TLS there is no clipboard
      setStatus('Copied.');
    } catch {
      field.current?.select();
      const isCopied = document.execCommand?.('copy') ?? false;
      setStatus(isCopied ? 'Copied.' : "Your browser doesn't let us copy. The link is selected.");
    }
  };
  return (
    <div>
      <label htmlFor={id}>
        Link to {remote} {channel}
      </label>
      <input id={id} ref={field} readOnly value={url} />
      <div className="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy link
        </button>
        <button type="button" aria-expanded={isCode} onClick={() => setIsCode(!isCode)}>
          QR code
        </button>
      </div>
      <p className="quiet" role="status">
        {status}
      </p>
      {isCode && (
        <QRCodeSVG
          value={url}
          title={`QR code of ${remote} ${channel}`}
          marginSize={QUIET_ZONE}
          className="code"
        />
      )}
    </div>
  );
}
