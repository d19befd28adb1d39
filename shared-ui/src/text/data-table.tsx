import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface DataRow {
  key: string;
  /** The first cell is the header of the row. */
  cells: readonly ReactNode[];
}

export interface DataTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly DataRow[];
  total?: DataRow;
  /** Aligns all columns but the first as numbers. */
  numeric?: boolean;
}

const MAX_NARROW_COLUMNS = 6;

/** A table. Where there is no room for its columns, each row is a block with its first cell as title; browsers keep the roles. */
export const DataTable = ({ caption, head, rows, total, numeric = false }: DataTableProps) => (
  <div className={`${styles.container} ${head.length > MAX_NARROW_COLUMNS ? styles.wide : ''}`}>
    <table className={`${styles.table} ${numeric ? styles.numeric : ''}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <Row key={key} cells={cells} head={head} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <Row cells={total.cells} head={head} />
        </tfoot>
      )}
    </table>
  </div>
);

const Row = ({
  cells: [title, ...cells],
  head: [, ...head],
}: Pick<DataRow, 'cells'> & Pick<DataTableProps, 'head'>) => (
  <tr>
    <th scope="row" dir="auto">
      {title}
    </th>
    {cells.map((cell, index) => (
      <td key={head[index]} dir="auto" data-title={head[index]}>
        {cell}
      </td>
    ))}
  </tr>
);
