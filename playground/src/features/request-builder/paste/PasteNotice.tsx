import type { Dispatch } from 'react';
import type { Form, FormAction } from '../model/form.js';

export interface Pasted {
  readonly what: string;
  readonly notes: readonly string[];
  /** The form that was there before. */
  readonly before: Form;
}

interface PasteNoticeProps {
  readonly pasted: Pasted;
  readonly dispatch: Dispatch<FormAction>;
  readonly onClose: () => void;
}

/** Says what became of a pasted text, and brings back what was there. */
export function PasteNotice({ pasted: { what, notes, before }, dispatch, onClose }: PasteNoticeProps) {
  const putBack = () => {
    dispatch({ type: 'load', form: before });
    onClose();
  };
  return (
    <div className="pasted">
      <output className="pasted-text">
        The {what} was taken apart into route, parameters and headers.
        {notes.map((note) => (
          <span key={note} className="pasted-note">
            {note}
          </span>
        ))}
      </output>
      <div className="pasted-actions">
        <button type="button" className="button" onClick={putBack}>
          Put back what was there
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
