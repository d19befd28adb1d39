import { Link } from 'react-router-dom';
import styles from './texts.module.css';

/** Splits a text at its second-level headings, so that the renderer's size limit applies per section. */
export const sections = (markdown: string): string[] =>
  markdown.split(/^(?=## )/m).filter((section) => section.trim() !== '');

export const getId = (index: number) => `part-${index + 1}`;

/** Returns a section's heading without markup, or null for the preamble. */
const getHeading = (section: string) =>
  /^## +(.+)/
    .exec(section)?.[1]
    ?.replaceAll(/[*_`[\]]|\([^)]*\)/g, '')
    .trim() || null;

/** Moves the focus as browsers do for a plain link, which would keep no scroll position for Back. */
function focusSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

export function Contents({ sections }: { sections: string[] }) {
  const parts = sections.map((section, index) => ({ id: getId(index), name: getHeading(section) }));
  const headed = parts.filter(({ name }) => name !== null);
  if (headed.length < 2) return null;
  return (
    <nav className={styles.contents} aria-label="On this page">
      <p>On this page</p>
      <ol>
        {headed.map(({ id, name }) => (
          <li key={id}>
            <Link to={`#${id}`} onClick={() => focusSection(id)}>
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
