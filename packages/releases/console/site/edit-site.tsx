import { type ConsoleSite, productParts } from '@carry/contracts/console';
import { Banner, Button, TextareaField } from '@carry/ui';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAsk } from '../change/change-area';
import { useDocument } from '../data/use-document';
import { Loaded, Page } from '../parts/page';
import styles from './site.module.css';
import { askProduct } from './site-questions';

type Product = Record<string, unknown>;

/** Edited site document that is not saved yet. Survives a reload, a sign-out and each change of the page in this tab. */
interface Draft {
  revision: number;
  text: string;
}

const DRAFT_KEY = 'site-document';

/** Runs without storage, too: it can be blocked or full. The text then lives as long as the page. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

const loadDraft = () =>
  withStorage((storage) => JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null') as Draft | null);

const saveDraft = (draft: Draft) =>
  withStorage((storage) => storage.setItem(DRAFT_KEY, JSON.stringify(draft)));

const clearDraft = () => withStorage((storage) => storage.removeItem(DRAFT_KEY));

export function EditSite() {
  const document = useDocument<ConsoleSite>('/site');
  return (
    <Page title="Edit the site document">
      <p>
        <Link to="/site">Back to owners and keys</Link>
      </p>
      <Loaded document={document}>
        {(site) =>
          site.refusal ? <Banner tone="info">{site.refusal}</Banner> : <Editor site={site} />
        }
      </Loaded>
    </Page>
  );
}

const getProduct = (site: ConsoleSite): Product =>
  Object.fromEntries(
    productParts.flatMap((part) => (site[part] === undefined ? [] : [[part, site[part]]])),
  );

function Editor({ site }: { site: ConsoleSite }) {
  const ask = useAsk();
  const product = getProduct(site);
  const current = JSON.stringify(product, null, 2);
  const [draft, setDraft] = useState(loadDraft);
  const { revision, text } = draft ?? { revision: site.revision, text: current };
  const [problem, setProblem] = useState('');
  const latest = useRef(draft);
  const keep = (next: Draft | null) => {
    latest.current = next;
    setDraft(next);
    if (next) saveDraft(next);
    else clearDraft();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const edited = parse(text);
    const onDone = () => {
      const stored = loadDraft(); // of this editor, or of one opened since
      const isSent = stored
        ? stored.text === text && stored.revision === revision
        : latest.current === draft;
      if (isSent) keep(null);
    };
    const parts = typeof edited === 'string' ? [] : changedParts(product, edited);
    if (typeof edited === 'string') setProblem(edited);
    else if (parts.length === 0) setProblem('Nothing has changed.');
    else {
      setProblem('');
      ask({ ...askProduct(revision, edited, parts), onDone });
    }
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {revision !== site.revision && (
        <Banner tone="info">
          <p>
            Revision {site.revision} is published. Your text is based on revision {revision}, so it
            can't be saved. Copy your changes, then load the new revision.
          </p>
          <Button variant="quiet" onClick={() => keep(null)}>
            Load revision {site.revision}
          </Button>
        </Banner>
      )}
      <TextareaField
        id="product"
        name="product"
        label={`Document, revision ${revision}`}
        hint="JSON. Saving runs the same checks as the release commands."
        error={problem}
        value={text}
        onChange={({ currentTarget: { value } }) =>
          keep(value === current ? null : { revision, text: value })
        }
        rows={24}
        spellCheck={false}
        autoComplete="off"
      />
      <div className={styles.buttons}>
        <Button type="submit">Review the change</Button>
        {draft && revision === site.revision && (
          <Button variant="quiet" onClick={() => keep(null)}>
            Discard my changes
          </Button>
        )}
      </div>
    </form>
  );
}

function parse(text: string): Product | string {
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Product;
    return 'The document is not a JSON object.';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

const changedParts = (before: Product, after: Product): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
  );
