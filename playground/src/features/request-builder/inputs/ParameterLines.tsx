import { memo } from 'react';
import type { ParameterRow, Place } from '../model/form.js';
import type { TemplateVariable } from '../model/template.js';
import { RemoveButton, RequiredTag, Select, TextArea, ignoreEnter } from '../../../ui/fields.js';
import { Row, type LineProps } from './Row.js';
import { ValueCells } from './ValueCells.js';
import type { HighlightSource } from '../highlight/subjects.js';
import { editRow, removeRow, setVariable } from '../model/edit.js';

type Places = Readonly<Record<Place, string>>;

/** The places of a parameter; the automatic one by the method. */
const PLACES: Readonly<Record<'query' | 'body', Places>> = {
  query: { auto: 'auto: query', path: 'path', query: 'query', body: 'body' },
  body: { auto: 'auto: body', path: 'path', query: 'query', body: 'body' },
};

/** The properties of the row of a placeholder, or of another parameter. */
export interface ParameterLineProps extends LineProps, HighlightSource {
  /** The placeholder that the row fills. */
  readonly variable?: TemplateVariable | undefined;
  /** Undefined for a placeholder that has no value yet. */
  readonly row: ParameterRow | undefined;
  /** Of the rows without a placeholder. */
  readonly ordinal?: number;
  /** The place that the method gives to parameters without one. */
  readonly automatic: 'query' | 'body';
}

interface NameCellProps {
  readonly variable: TemplateVariable | undefined;
  readonly name: string;
  readonly of: string;
  readonly required: boolean;
  readonly ties: object;
  readonly onName: (name: string) => void;
}

/** The name of a placeholder, or a field, in which a long name wraps. */
function NameCell({ variable, name, of, required, ties, onName }: NameCellProps) {
  if (variable)
    return (
      <div className="cell-name">
        <code className="variable">{name}</code>
        <RequiredTag required={required} />
      </div>
    );
  return (
    <TextArea
      className="cell-name"
      {...ties}
      aria-label={`Name of ${of}`}
      placeholder="name"
      onKeyDown={ignoreEnter}
      value={name}
      onValue={(text) => onName(text.replaceAll(/[\r\n]+/g, ''))}
    />
  );
}

const UNSET = { value: '', kind: 'text', removed: undefined } as const;

/** Each keystroke in the route reads the variables again, usually with the same texts. */
export const ParameterLine = memo(function ParameterLine(props: ParameterLineProps) {
  const { variable, row, ordinal = 0, automatic, note, subjects, from, dispatch } = props;
  const value = row ?? UNSET;
  const name = variable?.name ?? row?.name ?? '';
  const of = variable ? name : `parameter ${ordinal}`;
  const required = variable?.required === true || note?.required === true;
  const edit = (change: Partial<Omit<ParameterRow, 'id'>>) => {
    if (row) dispatch(editRow('parameters', row.id, change));
    else if (variable) dispatch(setVariable(variable, change));
  };
  return (
    <Row
      className="row-parameter"
      source={{ subjects, from }}
      line={props}
      of={name}
      withRequired={variable === undefined}
      isEmpty={value.value === ''}
      onChange={edit}
    >
      {(ties) => (
        <>
          <NameCell
            variable={variable}
            of={of}
            name={name}
            required={required}
            ties={ties}
            onName={(text) => edit({ name: text })}
          />
          <ValueCells of={of} {...value} required={required} note={note} ties={ties} onChange={edit} />
          {variable ? (
            <span className="cell-place cell-static" title={`From ${variable.expression}`}>
              {variable.place}
            </span>
          ) : (
            <>
              <div className="cell-place">
                <Select
                  aria-label={`Place of ${of}`}
                  options={PLACES[automatic]}
                  value={row?.place ?? 'auto'}
                  onValue={(place) => edit({ place })}
                />
              </div>
              <RemoveButton label={`Remove ${of}`} onRemove={() => row && dispatch(removeRow('parameters', row.id))} />
            </>
          )}
        </>
      )}
    </Row>
  );
});
