import { memo } from 'react';
import { Markdown } from '../../../ui/Markdown.js';
import { RequiredTag } from '../../../ui/fields.js';
import type { ParameterNote } from './notes.js';

interface NoteProps {
  readonly id: string;
  /** Name of the row: completes "Use the example of …". */
  readonly of: string;
  readonly note: ParameterNote;
  /** Whether the row doesn't show itself that it is required. */
  readonly withRequired: boolean;
  /** Whether the example can be used: the field is empty. */
  readonly isEmpty: boolean;
  readonly onUse: (change: { readonly value: string; readonly kind: ParameterNote['kind'] }) => void;
}

/** The description of a parameter, below its row. */
export default memo(function Note({ id, of, note, withRequired, isEmpty, onUse }: NoteProps) {
  const { required, deprecated, type, limits, preset, example, hasExample, kind, description } = note;
  return (
    <div className="row-note" id={id}>
      {withRequired && (
        <>
          <RequiredTag required={required} />{' '}
        </>
      )}
      {deprecated && <span className="tag tag-required">deprecated </span>}
      {type !== '' && <code>{type}</code>}
      {limits.length > 0 && <span> {limits.join(', ')}</span>}
      {preset !== '' && !preset.includes('\n') && (
        <span>
          {' '}
          default <code>{preset}</code>
        </span>
      )}
      {hasExample && isEmpty && (
        <button
          type="button"
          className="button button-quiet note-example"
          aria-label={`Use the example of ${of}`}
          onClick={() => onUse({ value: example, kind })}
        >
          Use example
        </button>
      )}
      {description !== '' && <Markdown text={description} />}
    </div>
  );
});
