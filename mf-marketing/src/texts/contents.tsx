import styles from './texts.module.css';

/** What a section is called in the address. */
export const idOf = (index: number) => `part-${index + 1}`;

/** The words of the heading that a section begins with, without their markup; null for what stands before the first. */
const headingOf = (section: string) =>
  /^## +(.+)/
    .exec(section)?.[1]
    ?.replaceAll(/[*_`[\]]|\([^)]*\)/g, '')
    .trim() || null;

/** The way to each section of a long text. */
export function Contents({ sections }: { sections: string[] }) {
  const parts = sections.map((section, index) => ({ id: idOf(index), name: headingOf(section) }));
  const named = parts.filter(({ name }) => name !== null);
  if (named.length < 2) return null;
  return (
    <nav className={styles.contents} aria-label="On this page">
      <p>On this page</p>
      <ol>
        {named.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
