import { memo, Suspense, useMemo, useState } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import type { BuilderProps } from '../model/build.js';
import { selectProblems } from '../model/problems.js';
import { Headers } from './Headers.js';
import { Layers, BuilderSettings, MediaTypeSettings } from './Settings.js';
import { Parameters, type ParametersProps } from './Parameters.js';
import { Choice } from '../../../ui/fields.js';
import { FoldedPanel } from '../../../ui/containers.js';

const Authorization = lazyView(() => import('./Authorization.js'));

/** The credentials, which aren't part of the form. Folded until they are needed. */
function AuthorizationPanel({ state, dispatch }: BuilderProps) {
  const { auth, surroundings, problems, form } = state;
  const needed = auth.state !== 'none' && auth.state !== 'applied';
  return (
    <FoldedPanel
      title="Authorization"
      summary={needed ? <span className="warning">{auth.state}</span> : auth.state}
      needed={needed}
    >
      <Suspense fallback={<p className="empty">Fetching the fields …</p>}>
        <Authorization
          auth={auth}
          problems={problems}
          surroundings={surroundings}
          baseUrl={form.baseUrl}
          dispatch={dispatch}
        />
      </Suspense>
    </FoldedPanel>
  );
}

const JsonEditor = lazyView(() => import('./JsonEditor.js'));
const VIEWS = [
  { value: 'Fields', label: 'Fields' },
  { value: 'JSON', label: 'JSON' },
] as const;

// A keystroke in the route doesn't render these again.
const StableHeaders = memo(Headers);
const StableLayers = memo(Layers);

/** Fields for all inputs of a request. */
function Fields({ state, notes, control, dispatch }: ParametersProps) {
  const { form, problems, missing } = state;
  return (
    <>
      <Parameters state={state} notes={notes} control={control} dispatch={dispatch} />
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
