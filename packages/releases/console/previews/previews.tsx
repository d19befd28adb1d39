import type { OpenPreview } from '@carry/contracts/console';
import { Button, SelectField, TextField } from '@carry/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAsk } from '../change/change-area';
import type { AskedChange } from '../change/change-dialog';
import { useSession } from '../data/session';
import { useDocument } from '../data/use-document';
import { Badge } from '../parts/badge';
import { Age } from '../parts/format';
import { Loaded, Page, TableScroll } from '../parts/page';
import { VersionLink } from '../parts/version';
import { PreviewLink } from './preview-link';
import styles from './previews.module.css';

export function Previews() {
  const document = useDocument<OpenPreview[]>('/previews');
  const { session } = useSession();
  const [query, setQuery] = useSearchParams();
  const remote = query.get('remote') ?? '';
  return (
    <Page title="Previews">
      <div className={styles.filter}>
        <SelectField
          id="remote"
          name="remote"
          label="Remote"
          value={remote}
          onChange={({ currentTarget: { value } }) =>
            setQuery(value ? { remote: value } : {}, { replace: true })
          }
        >
          <option value="">All remotes</option>
          {Object.keys(session.remotes).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Loaded document={document}>
        {(previews) => (
          <PreviewTable
            previews={previews.filter((preview) => !remote || preview.remote === remote)}
          />
        )}
      </Loaded>
    </Page>
  );
}

function PreviewTable({ previews }: { previews: OpenPreview[] }) {
  if (previews.length === 0) return <p>There are no previews.</p>;
  return (
    <TableScroll label="Previews">
      <table>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col">Remote</th>
            <th scope="col">Release</th>
            <th scope="col">Expires</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {previews.map((preview) => (
            <Row key={`${preview.remote} ${preview.channel}`} preview={preview} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Row({ preview }: { preview: OpenPreview }) {
  const { remote, channel, version, expires, expired } = preview;
  const { session } = useSession();
  const ask = useAsk();
  const [isShown, setIsShown] = useState(false);
  const mayChange = session.remotes[remote] === null;
  return (
    <tr>
      <th scope="row">{channel}</th>
      <td data-title="Remote">
        <Link to={`/remotes/${remote}`}>{remote}</Link>
      </td>
      <td data-title="Release">
        <VersionLink remote={remote} version={version} />
      </td>
      <td data-title="Expires">
        {expired ? <Badge tone="warning">Expired</Badge> : <Age at={expires} />}
      </td>
      <td data-title="">
        <div className={styles.actions}>
          <Link
            to={`/remotes/${remote}/compare?to=${version}`}
            aria-label={`What changed in ${channel} of ${remote}`}
          >
            What changed
          </Link>
          {!expired && (
            <Button
              variant="quiet"
              small
              aria-label={`Link of ${channel} of ${remote}`}
              onClick={() => setIsShown(true)}
            >
              Link
            </Button>
          )}
          {mayChange && (
            <>
              <Button
                variant="quiet"
                small
                aria-label={`Extend ${channel} of ${remote}`}
                onClick={() => ask(askExtend(preview))}
              >
                Extend
              </Button>
              <Button
                variant="danger"
                small
                aria-label={`End ${channel} of ${remote}`}
                onClick={() => ask(askEnd(preview))}
              >
                End
              </Button>
            </>
          )}
        </div>
        {isShown && <PreviewLink preview={preview} onClose={() => setIsShown(false)} />}
      </td>
    </tr>
  );
}

const askExtend = ({ remote, channel }: OpenPreview): AskedChange => ({
  question: `Extend the preview ${channel} of ${remote}?`,
  note: 'This creates a new link. The old one keeps working until it expires.',
  confirm: 'Extend',
  fields: (
    <TextField
      id="days"
      name="days"
      label="Days from now"
      type="number"
      min={1}
      max={365}
      defaultValue="7"
      required
    />
  ),
  build: (form, why) => ({
    action: 'preview-extend',
    remote,
    channel,
    days: Number(form.get('days')),
    why,
  }),
});

const askEnd = ({ remote, channel }: OpenPreview): AskedChange => ({
  question: `End the preview ${channel} of ${remote}?`,
  note: 'Its link stops working. The release stays stored.',
  confirm: 'End it',
  isDangerous: true,
  build: (_, why) => ({ action: 'preview-end', remote, channel, why }),
});
