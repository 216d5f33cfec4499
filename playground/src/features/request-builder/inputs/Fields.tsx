import { memo, type Dispatch } from 'react';
import type { BuilderState } from '../model/build.js';
import type { FormAction } from '../model/form.js';
import { selectProblems } from '../model/problems.js';
import { Headers } from './Headers.js';
import { Layers } from './Layers.js';
import { Parameters, type ParameterNotes } from './Parameters.js';
import { BuilderSettings, MediaTypeSettings } from './Settings.js';

// A keystroke in the route doesn't render these again.
const StableHeaders = memo(Headers);
const StableLayers = memo(Layers);

interface FieldsProps {
  readonly state: BuilderState;
  readonly notes: ParameterNotes | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

/** Fields for all inputs of a request. */
export function Fields({ state, notes, dispatch }: FieldsProps) {
  const { form, problems } = state;
  return (
    <>
      <Parameters state={state} notes={notes} dispatch={dispatch} />
      <StableHeaders rows={form.headers} problems={selectProblems(problems, 'header')} dispatch={dispatch} />
      <MediaTypeSettings form={form} problems={problems} dispatch={dispatch} />
      <StableLayers layers={form.layers} problems={selectProblems(problems, 'layer')} dispatch={dispatch} />
      <BuilderSettings form={form} problems={problems} dispatch={dispatch} />
    </>
  );
}
