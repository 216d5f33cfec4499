/** A part of two things that differ; undefined where one of them doesn't have it. */
export interface Change {
  readonly part: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const ABSENT = <span className="absent">none</span>;

interface ComparisonTableProps {
  readonly changes: readonly Change[];
  /** Headings of the columns. */
  readonly part?: string;
  readonly before: string;
  readonly after?: string;
  readonly caption?: string | undefined;
}

/** Differences, part by part. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { changes, part: partHeading = 'Part', before: beforeHeading, after: afterHeading = 'Now', caption } = props;
  return (
    <table className="comparison">
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{partHeading}</th>
          <th scope="col">{beforeHeading}</th>
          <th scope="col">{afterHeading}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ part, before, after }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows never change places, and two may have the same part
          <tr key={index}>
            <th scope="row">{part}</th>
            <td>{before === undefined ? ABSENT : <del>{before}</del>}</td>
            <td>{after === undefined ? ABSENT : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
