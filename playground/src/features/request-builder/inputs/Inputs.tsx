import { lazy, Suspense, useState, type Dispatch } from 'react';
import { Choice } from '../../../ui/controls/Choice.js';
import type { BuilderState } from '../model/build.js';
import type { FormAction } from '../model/form.js';
import { Fields } from './Fields.js';
import type { ParameterNotes } from './Parameters.js';

const JsonEditor = lazy(() => import('./JsonEditor.js'));
const VIEWS = [
  { value: 'Fields', label: 'Fields' },
  { value: 'JSON', label: 'JSON' },
] as const;

interface InputsProps {
  readonly state: BuilderState;
  readonly notes: ParameterNotes | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

/** The inputs of the request, as fields or as one text. */
export function Inputs({ state, notes, dispatch }: InputsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('Fields');
  return (
    <>
      <Choice legend="Enter the options as" className="inputs-view" options={VIEWS} value={view} onValue={setView} />
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
