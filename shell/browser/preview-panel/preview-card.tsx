import { formatDate } from '@carry/contracts/format';
import { QRCodeSVG } from 'qrcode.react';
import { useId, useRef, useState } from 'react';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { Changes } from './changes';
import { useCopy } from './copy-text';
import { getPageAddress } from './page-address';
import { Pictures } from './pictures';
import { reloadWithPanel } from './remember-open';

const QUIET_ZONE = 4;

const formatTime = (at: string) =>
  formatDate(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });

interface PreviewCardProps {
  preview: PreviewDetails;
  seen: string | null;
  isHere: boolean;
  pathname: string;
  search: string;
  onSwitch(on: boolean): void;
}

export function PreviewCard({
  preview,
  seen,
  isHere,
  pathname,
  search,
  onSwitch,
}: PreviewCardProps) {
  const { remote, channel, state, difference } = preview;
  const isSwitchable = state === 'on' || state === 'off';
  const shown = state === 'on' ? preview.version : null; // after a reload
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {remote} {channel}
      </h3>
      {isSwitchable && seen !== shown ? (
        <Outdated state={state} />
      ) : (
        <p>{describeState(preview, seen)}</p>
      )}
      {isSwitchable && (
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
            path={isHere || !preview.start ? getPageAddress(pathname, search) : preview.start}
          />
        </>
      )}
    </section>
  );
}

function Outdated({ state }: Pick<PreviewDetails, 'state'>) {
  return (
    <>
      <p role="alert">
        {state === 'on'
          ? 'This preview has changed since you opened the page. Reload to see the new version.'
          : 'This preview was switched off after you opened the page. Reload to see the live version.'}
      </p>
      <div className="buttons">
        <button type="button" className="main" onClick={reloadWithPanel}>
          Reload
        </button>
      </div>
    </>
  );
}

function describeState({ state, remote }: PreviewDetails, seen: string | null): string {
  if (state === 'on') return `You're seeing this version of ${remote}. Visitors see the live one.`;
  if (state === 'off') return `Switched off: you're seeing the live version of ${remote}.`;
  if (state === 'unreachable')
    return seen
      ? "We can't load it right now. Try again in a minute."
      : "We can't load it right now: you're seeing the live version. Reload in a minute.";
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

const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: 'nearest' });

function Link({ preview, path }: { preview: PreviewDetails; path: string }) {
  const { remote, channel, token } = preview;
  const [isCode, setIsCode] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [status, copy] = useCopy(field);
  const id = useId();
  const url = `${location.origin}${path}${path.includes('?') ? '&' : '?'}preview=${token}`;
  return (
    <div>
      <label htmlFor={id}>
        Link to {remote} {channel}
      </label>
      <input id={id} ref={field} readOnly value={url} />
      <div className="buttons">
        <button type="button" onClick={() => void copy('link')}>
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
        <div ref={scrollIntoView}>
          <QRCodeSVG
            value={url}
            title={`QR code of ${remote} ${channel}`}
            marginSize={QUIET_ZONE}
            className="code"
          />
        </div>
      )}
    </div>
  );
}
