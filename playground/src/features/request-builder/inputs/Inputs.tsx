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

interface InputsProps extends BuilderProps {
  readonly notes: ParametersProps['notes'];
}

/** The inputs of the request, as fields or as one text. */
export function Inputs({ state, notes, dispatch }: InputsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>(() =>
    state.form.raw === undefined ? 'Fields' : 'JSON',
  );
  const control = useMemo(
    () => <Choice legend="Enter the options as" options={VIEWS} value={view} onValue={setView} />,
    [view],
  );
  const asJson = view === 'JSON';
  return (
    <>
      {asJson ? (
        <Suspense fallback={<p className="empty">Fetching the editor …</p>}>
          <JsonEditor state={state} control={control} dispatch={dispatch} />
        </Suspense>
      ) : (
        <Parameters state={state} notes={notes} control={control} dispatch={dispatch} />
      )}
      <Settings state={state} notes={notes} asJson={asJson} dispatch={dispatch} />
    </>
  );
}
