interface Row {
  key: number;
}

export const getRowActions = <R extends Row>(rows: R[], onChange: (rows: R[]) => void) => ({
  set: (key: number, change: Partial<R>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
  remove: (key: number) => onChange(rows.filter((row) => row.key !== key)),
  moveUp: (index: number) => {
    const next = [...rows];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    onChange(next);
  },
});
