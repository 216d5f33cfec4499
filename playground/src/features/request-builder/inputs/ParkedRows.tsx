import type { BuilderProps } from '../model/build.js';
import type { ParameterRow } from '../model/form.js';

interface ParkedRowsProps {
  readonly rows: readonly ParameterRow[];
  readonly dispatch: BuilderProps['dispatch'];
}

/** The values whose placeholder left the route. They aren't sent. */
export default function ParkedRows({ rows, dispatch }: ParkedRowsProps) {
  return (
    <details className="parked note">
      <summary>Not in the route: {rows.map(({ name }) => name).join(', ')}</summary>
      <ul className="rows">
        {rows.map(({ id, name }) => (
          <li key={id} className="value-folded">
            <code>{name}</code>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => dispatch({ type: 'edit-row', list: 'parameters', id, change: { parked: undefined } })}
            >
              Use {name} as a parameter
            </button>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => dispatch({ type: 'remove-row', list: 'parameters', id })}
            >
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
