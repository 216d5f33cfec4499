import type { MetadataField } from '../record.js';

interface MetadataFieldsProps {
  readonly title: 'Headers' | 'Trailers';
  readonly fields: readonly MetadataField[];
  /** Reason for an empty list. */
  readonly empty: string;
}

/** Received metadata; `-bin` values with their bytes. */
export function MetadataFields({ title, fields, empty }: MetadataFieldsProps) {
  return (
    <section className="fields" aria-label={`Response ${title.toLowerCase()}`}>
      <h4 className="fields-title">{title}</h4>
      {fields.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <dl className="fields-list">
          {fields.map(({ name, value, decoded }) => (
            <div key={`${name}: ${value}`}>
              <dt>{name}</dt>
              <dd>
                {value}
                {decoded?.map((text, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- values may repeat and never change places
                  <span key={index} className="fields-bytes">
                    {text}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
