/** A header, a trailer, or a field of a message. */
export interface Field {
  readonly name: string;
  /** A description beside the name. */
  readonly note?: string;
  readonly value: string;
  /** The bytes of a `-bin` field in readable form, if they can be decoded. */
  readonly decoded?: readonly string[];
  readonly problem?: string;
}

/** Names and values. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl className="fields-list wrap">
      {fields.map(({ name, note, value, decoded = [], problem }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- fields may repeat and never change places
        <div key={index}>
          <dt>
            {name} {note !== undefined && <span className="note">{note}</span>}
          </dt>
          <dd>
            {value}
            {decoded.map((text, position) => (
              // oxlint-disable-next-line react/no-array-index-key -- values may repeat and never change places
              <p key={position} className="note">
                {text}
              </p>
            ))}
            {problem !== undefined && <p className="failure">{problem}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
