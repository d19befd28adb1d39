const ERROR_MARK = 'Error: ';

/** Controls the page's title, which starts with {@link ERROR_MARK} while a form has errors. */
export function createPageTitle(page: Pick<Document, 'title'> = document) {
  let { title } = page;
  const flags = new Set<symbol>();
  const failures = new Map<symbol, string>();
  const show = () => {
    const shown = [...failures.values()][0] ?? title;
    page.title = flags.size > 0 ? ERROR_MARK + shown : shown;
  };
  return {
    set(next: string): void {
      title = next;
      show();
    },
    showFailure(failure: string): () => void {
      const key = Symbol(failure);
      failures.set(key, failure);
      show();
      return () => {
        failures.delete(key);
        show();
      };
    },
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
