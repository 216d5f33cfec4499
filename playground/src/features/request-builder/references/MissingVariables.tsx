import type { BuilderState } from '../model/build.js';
import { listMissing } from './substitute-form.js';
import './missing-variables.css';

interface MissingVariablesProps {
  readonly state: BuilderState;
  /** Undefined where there is no place for values. */
  readonly onVariables: ((names: readonly string[]) => void) | undefined;
}

/** The variables that this request needs and that have no value, such as those of a link's sender. */
export default function MissingVariables({ state, onVariables }: MissingVariablesProps) {
  const { form, variables, surroundings } = state;
  const names = listMissing(
    form,
    variables.map(({ name }) => name),
    surroundings.variables,
  );
  if (names.length === 0) return null;
  return (
    <div className="missing-variables">
      <p>
        This request needs {names.length === 1 ? 'a value for' : 'values for'}{' '}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code>{`{{${name}}}`}</code>
          </span>
        ))}
        .
      </p>
      {onVariables && (
        <button type="button" className="button" onClick={() => onVariables(names)}>
          {names.length === 1 ? 'Enter it' : 'Enter them'}
        </button>
      )}
    </div>
  );
}
