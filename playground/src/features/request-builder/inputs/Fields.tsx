import type { Dispatch } from 'react';
import type { BuilderState } from '../build.js';
import type { FormAction } from '../form.js';
import { Headers } from './Headers.js';
import { Layers } from './Layers.js';
import type { ParameterNotes } from './notes.js';
import { Parameters } from './Parameters.js';
import { BuilderSettings, MediaTypeSettings } from './Settings.js';

interface FieldsProps {
  readonly state: BuilderState;
  readonly notes: ParameterNotes | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

/** A field for everything that a request is built from. */
export function Fields({ state, notes, dispatch }: FieldsProps) {
  const { form, problems, explanation } = state;
  return (
    <>
      <Parameters state={state} notes={notes} dispatch={dispatch} />
      <Headers rows={form.headers} problems={problems} dispatch={dispatch} />
      <MediaTypeSettings form={form} problems={problems} dispatch={dispatch} />
      <Layers layers={form.layers} problems={problems} explanation={explanation} dispatch={dispatch} />
      <BuilderSettings form={form} problems={problems} dispatch={dispatch} />
    </>
  );
}
