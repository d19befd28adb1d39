import { formatBytes } from '@carry/contracts/format';
import { Button } from '@carry/ui';
import { createRoot, type Root } from 'react-dom/client';
import { type RemoteFlags, readBoot } from '../../universal/page/boot';
import styles from './inspector.module.css';
import { type RemoteFacts, readFacts, sharedVersions } from './read-facts';

let root: Root | null = null;
let place: HTMLElement | null = null;

export function toggleInspector(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-remote]')) {
    box.style.outline = root ? '' : '2px dashed var(--color-accent)';
  }
  if (root) {
    root.unmount();
    place?.remove();
    root = place = null;
    return;
  }
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(<Inspector facts={readFacts()} />);
}

const milliseconds = (ms: number | undefined) => (ms === undefined ? '–' : `${Math.round(ms)} ms`);

const describeFlags = (flags: RemoteFlags) =>
  Object.entries(flags).flatMap(([remote, values]) =>
    Object.entries(values).map(([flag, isOn]) => `${remote}.${flag} ${isOn ? 'on' : 'off'}`),
  );

function Inspector({ facts }: { facts: RemoteFacts[] }) {
  const { previews, flags = {} } = readBoot();
  return (
    <section className={styles.panel} aria-label="Inspector">
      <header className={styles.top}>
        <h2>Releases on this page</h2>
        <Button variant="quiet" onClick={toggleInspector}>
          Close
        </Button>
      </header>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">Remote</th>
              <th scope="col">Release</th>
              <th scope="col">Shown</th>
              <th scope="col">Entry</th>
              <th scope="col">Routes</th>
              <th scope="col">Files</th>
              <th scope="col">Bytes</th>
            </tr>
          </thead>
          <tbody>
            {facts.map(({ name, release, shown, entryMs, routesMs, files, bytes }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {release}
                  {previews.some(({ remote, state }) => remote === name && state === 'on') &&
                    ' (preview)'}
                </td>
                <td>{shown ? 'yes' : 'no'}</td>
                <td>{milliseconds(entryMs)}</td>
                <td>{milliseconds(routesMs)}</td>
                <td>{files}</td>
                <td>{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {Object.keys(flags).length > 0 && <p>Flags: {describeFlags(flags).join(', ')}</p>}
      <p>Shared: {sharedVersions().join(', ')}</p>
    </section>
  );
}
