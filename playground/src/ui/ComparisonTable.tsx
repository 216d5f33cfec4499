/** A part of two things that differ; undefined where one of them doesn't have it. */
export interface Change {
  readonly part: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const ABSENT = <span className="absent">none</span>;

interface ComparisonTableProps {
  readonly changes: readonly Change[];
  /** Heading of the earlier values. */
  readonly before: string;
}

/** Differences, part by part. */
export function ComparisonTable({ changes, before: heading }: ComparisonTableProps) {
  return (
    <table className="comparison">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">{heading}</th>
          <th scope="col">Now</th>
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
