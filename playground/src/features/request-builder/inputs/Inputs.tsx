import { Suspense, useMemo, useState } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import type { BuilderProps } from '../model/build.js';
import { Settings } from './Settings.js';
import { Parameters, type ParametersProps } from './Parameters.js';
import { Choice } from '../../../ui/fields.js';

const JsonEditor = lazyView(() => import('./JsonEditor.js'));
const VIEWS = [
  { value: 'Fields', label: 'Fields' },
  { value: 'JSON', label: 'JSON' },
] as const;

/** Fields for all inputs of a request. */
function Fields({ state, notes, control, dispatch }: ParametersProps) {
  return (
    <>
      <Parameters state={state} notes={notes} control={control} dispatch={dispatch} />
      <Settings state={state} notes={notes} dispatch={dispatch} />
    </>
  );
}

interface InputsProps extends BuilderProps {
  readonly notes: ParametersProps['notes'];
}

/** The inputs of the request, as fields or as one text. */
export function Inputs({ state, notes, dispatch }: InputsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('Fields');
  const control = useMemo(
    () => <Choice legend="Enter the options as" options={VIEWS} value={view} onValue={setView} />,
    [view],
  );
  if (view === 'Fields') return <Fields state={state} notes={notes} control={control} dispatch={dispatch} />;
  return (
    <Suspense fallback={<p className="empty">Fetching the editor …</p>}>
      <JsonEditor state={state} control={control} dispatch={dispatch} />
    </Suspense>
  );
}
