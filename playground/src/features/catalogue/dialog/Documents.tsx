import { describeCount } from '../../../ui/text.js';
import { Select } from '../../../ui/fields.js';
import type { DocumentInfo, Shelf } from '../library/messages.js';

const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function formatSize(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function describe({ title, version, count }: DocumentInfo): string {
  return `${title}${version === '' ? '' : ` ${version}`} (${describeCount(count, 'route')})`;
}

interface DocumentsProps {
  readonly shelf: Shelf;
  readonly onChoose: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

/** Chooses the document to search, describes it, and removes it. */
export function Documents({ shelf: { documents, chosen }, onChoose, onRemove }: DocumentsProps) {
  const document = documents.find(({ id }) => id === chosen);
  if (document === undefined || documents.length === 1) return null;
  const { at, name, size, kept, warnings } = document;
  return (
    <div className="catalogue-documents">
      <div className="catalogue-choice">
        <Select
          aria-label="Document"
          options={Object.fromEntries(documents.map((each) => [each.id, describe(each)]))}
          value={chosen}
          onValue={onChoose}
        />
        {at > 0 && (
          <button type="button" className="button" onClick={() => onRemove(chosen)}>
            Remove
          </button>
        )}
      </div>
      {at > 0 && (
        <p className="note catalogue-facts">
          {name}, {formatSize(size)}, added <time dateTime={new Date(at).toISOString()}>{DATES.format(at)}</time>.
          {!kept && ' This browser doesn’t let the page keep it: it is gone when the page closes.'}
        </p>
      )}
      {warnings.length > 0 && (
        <details className="note catalogue-warnings">
          <summary>{describeCount(warnings.length, 'part')} of it can’t be used</summary>
          {warnings.some((warning) => warning.endsWith('was not read.')) && (
            <p>References to other files aren’t followed: bundle the document into one file.</p>
          )}
          <ul>
            {warnings.map((warning, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- warnings may repeat and never change places
              <li key={index}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
