import { memo } from 'react';
import type { BuilderProps } from '../model/build.js';
import { editRow, removeRow } from '../model/edit.js';
import type { Form } from '../model/form.js';

/** The values whose placeholder left the route. They aren't sent. */
export default memo(function ParkedRows({
  parameters,
  dispatch,
}: Pick<Form, 'parameters'> & Pick<BuilderProps, 'dispatch'>) {
  const rows = parameters.filter((row) => row.parked === true);
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
              onClick={() => dispatch(editRow('parameters', id, { parked: undefined }))}
            >
              Use {name} as a parameter
            </button>
            <button type="button" className="button button-quiet" onClick={() => dispatch(removeRow('parameters', id))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
});
