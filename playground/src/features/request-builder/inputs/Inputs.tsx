import { lazy, memo, Suspense, useState, type Dispatch } from 'react';
import type { BuilderState } from '../model/build.js';
import type { FormAction } from '../model/form.js';
import { Fields } from './Fields.js';
import type { ParameterNotes } from './notes.js';

const JsonEditor = lazy(() => import('./JsonEditor.js'));
const VIEWS = ['Fields', 'JSON'] as const;
type View = (typeof VIEWS)[number];

const ViewChoice = memo(function ViewChoice({
  view,
  onView,
}: {
  readonly view: View;
  readonly onView: (view: View) => void;
}) {
  return (
    <fieldset className="choice inputs-view">
      <legend className="visually-hidden">Enter the options as</legend>
      {VIEWS.map((name) => (
        <label key={name} className="choice-option">
          <input type="radio" name="inputs-view" checked={view === name} onChange={() => onView(name)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
});

interface InputsProps {
  readonly state: BuilderState;
  readonly notes: ParameterNotes | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

/** The inputs of the request, as fields or as one text. */
export function Inputs({ state, notes, dispatch }: InputsProps) {
  const [view, setView] = useState<View>('Fields');
  return (
    <>
      <ViewChoice view={view} onView={setView} />
      {view === 'Fields' ? (
        <Fields state={state} notes={notes} dispatch={dispatch} />
      ) : (
        <Suspense fallback={<p className="empty">Fetching the editor …</p>}>
          <JsonEditor state={state} dispatch={dispatch} />
        </Suspense>
      )}
    </>
  );
}
