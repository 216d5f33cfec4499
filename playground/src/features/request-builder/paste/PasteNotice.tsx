import type { Dispatch } from 'react';
import type { Form, FormAction } from '../model/form.js';

export interface Pasted {
  readonly kind: string;
  readonly notes: readonly string[];
  /** The form before the paste. */
  readonly before: Form;
}

interface PasteNoticeProps {
  readonly pasted: Pasted;
  readonly dispatch: Dispatch<FormAction>;
  readonly onClose: () => void;
}

/** Reports the reading of a pasted text, and can restore the earlier form. */
export function PasteNotice({ pasted: { kind, notes, before }, dispatch, onClose }: PasteNoticeProps) {
  const putBack = () => {
    dispatch({ type: 'load', form: before });
    onClose();
  };
  return (
    <div className="pasted">
      <output className="pasted-text">
        The {kind} was separated into route, parameters and headers.
        {notes.map((note) => (
          <span key={note} className="pasted-note">
            {note}
          </span>
        ))}
      </output>
      <div className="pasted-actions">
        <button type="button" className="button" onClick={putBack}>
          Restore the earlier form
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
