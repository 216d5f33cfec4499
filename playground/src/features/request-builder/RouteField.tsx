import type { Dispatch } from 'react';
import { Field } from '../../components/Field.js';
import { TextInput } from '../../components/TextInput.js';
import type { FormAction } from './form.js';
import type { Problem } from './problems.js';

/** Characters shown on either side of a problem's position. */
const AROUND = 28;

/** The part of a text around a position, with the character there marked. */
function Excerpt({ text, position }: { readonly text: string; readonly position: number }) {
  const from = Math.max(0, position - AROUND);
  const to = Math.min(text.length, position + AROUND);
  return (
    <code className="excerpt" aria-hidden="true">
      {from > 0 && '…'}
      {text.slice(from, position)}
      <mark>{text.slice(position, position + 1).trim() || '␣'}</mark>
      {text.slice(position + 1, to)}
      {to < text.length && '…'}
    </code>
  );
}

interface RouteFieldProps {
  readonly route: string;
  readonly problem: Problem | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

export function RouteField({ route, problem, dispatch }: RouteFieldProps) {
  return (
    <div className="route">
      <Field label="Route" problem={problem?.message}>
        {(control) => (
          <TextInput
            {...control}
            className="route-input"
            placeholder="GET /repos/{owner}/{repo}/issues{?state,page}"
            value={route}
            onValue={(value) => dispatch({ type: 'text', field: 'route', value })}
          />
        )}
      </Field>
      {problem?.position !== undefined && <Excerpt text={route} position={problem.position} />}
    </div>
  );
}
