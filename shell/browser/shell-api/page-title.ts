const ERROR_MARK = 'Error: ';

/** The title of the page, which begins with {@link ERROR_MARK} while a form on it has errors. */
export function createPageTitle(page: Pick<Document, 'title'> = document) {
  let { title } = page;
  const flags = new Set<symbol>();
  const show = () => {
    page.title = flags.size > 0 ? ERROR_MARK + title : title;
  };
  return {
    /** The title that the page's route gives it. */
    set(next: string): void {
      title = next;
      show();
    },
    /** Marks the title until the answer is called. */
    flagErrors(): () => void {
      const flag = Symbol('errors');
      flags.add(flag);
      show();
      return () => {
        flags.delete(flag);
        show();
      };
    },
  };
}
