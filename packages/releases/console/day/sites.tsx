import {
  formatShare,
  type RunningSite,
  type SiteDay,
  type Unavailable,
} from '@carry/contracts/console';
import { Banner } from '@carry/ui';
import { useDocument } from '../data/use-document';
import { Age } from '../parts/format';
import { Loaded, Page, TableScroll } from '../parts/page';
import styles from './chart.module.css';

export function Sites() {
  const document = useDocument<SiteDay | Unavailable>('/day', { hasNumbers: true });
  return (
    <Page title="Running sites">
      <Loaded document={document}>
        {(day) => ('sites' in day ? <Table day={day} /> : <p>{day.unavailable}</p>)}
      </Loaded>
    </Page>
  );
}

const differ = (sites: RunningSite[], of: 'shell' | 'composition') =>
  new Set(sites.map((site) => site[of])).size > 1;

function Table({ day: { sites, shared } }: { day: SiteDay }) {
  return (
    <>
      {differ(sites, 'shell') && (
        <Banner tone="info" className={styles.banner}>
          The sites run different builds of the shell.
        </Banner>
      )}
      {differ(sites, 'composition') && (
        <Banner tone="info" className={styles.banner}>
          The sites serve different compositions. After a change they agree within seconds.
        </Banner>
      )}
      <TableScroll label="Running sites">
        <table>
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col">Shell</th>
              <th scope="col">Composition</th>
              <th scope="col">Revision</th>
              <th scope="col">Started</th>
              <th scope="col">Store read</th>
              <th scope="col">Rendered</th>
              <th scope="col">Render failures</th>
              <th scope="col">Frame failures</th>
            </tr>
          </thead>
          <tbody>
            {sites.map((site) => (
              <tr key={site.id}>
                <th scope="row">
                  {site.host} {site.id.slice(0, 4)}
                </th>
                <td data-title="Shell">{site.shell}</td>
                <td data-title="Composition">{site.composition}</td>
                <td data-title="Revision">{site.revision}</td>
                <td data-title="Started">
                  <Age at={site.startedAt} />
                </td>
                <td data-title="Store read">{site.storeLagSeconds} s ago</td>
                <td data-title="Rendered">{site.rendered}</td>
                <td data-title="Render failures">
                  {formatShare(site.renderFailed, site.rendered)}
                </td>
                <td data-title="Frame failures">{site.frameFailures}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {!shared && (
        <p className={styles.note}>
          Only the site that this console reads. Sites that share Redis are listed together.
        </p>
      )}
    </>
  );
}
