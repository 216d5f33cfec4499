import { memo, lazy, Suspense, useState } from 'react';
import { selectProblems } from '../model/problems.js';
import { AuthorizationPanel } from './AuthorizationPanel.js';
import { Headers } from './Headers.js';
import { Layers, BuilderSettings, MediaTypeSettings } from './Settings.js';
import { Parameters, type ParametersProps } from './Parameters.js';
import { Choice } from '../../../ui/fields.js';

const JsonEditor = lazy(() => import('./JsonEditor.js'));
const VIEWS = [
  { value: 'Fields', label: 'Fields' },
  { value: 'JSON', label: 'JSON' },
] as const;

// A keystroke in the route doesn't render these again.
const StableHeaders = memo(Headers);
const StableLayers = memo(Layers);

/** Fields for all inputs of a request. */
function Fields({ state, notes, dispatch }: ParametersProps) {
  const { form, problems, missing } = state;
  return (
    <>
      <Parameters state={state} notes={notes} dispatch={dispatch} />
      <AuthorizationPanel state={state} dispatch={dispatch} />
      <StableHeaders
        rows={form.headers}
        problems={selectProblems(problems, 'header')}
        missing={selectProblems(missing, 'header')}
        notes={notes}
        dispatch={dispatch}
      />
      <MediaTypeSettings form={form} problems={problems} dispatch={dispatch} />
      <StableLayers layers={form.layers} problems={selectProblems(problems, 'layer')} dispatch={dispatch} />
      <BuilderSettings form={form} problems={problems} dispatch={dispatch} />
    </>
  );
}

/** The inputs of the request, as fields or as one text. */
export function Inputs({ state, notes, dispatch }: ParametersProps) {
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
