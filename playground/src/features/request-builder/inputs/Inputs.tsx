import { Suspense, useMemo, useState } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { Settings } from './Settings.js';
import type { NotedProps } from './notes.js';
import { Parameters } from './Parameters.js';
import { Choice } from '../../../ui/fields.js';

const JsonEditor = lazyView(() => import('./JsonEditor.js'));
const VIEWS = [
  { value: 'Fields', label: 'Fields' },
  { value: 'JSON', label: 'JSON' },
] as const;

/** The inputs of the request, as fields or as one text. */
export function Inputs({ state, notes, dispatch }: NotedProps) {
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
