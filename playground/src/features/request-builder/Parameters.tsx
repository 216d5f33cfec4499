import { useId, type Dispatch } from 'react';
import { AddButton } from '../../components/AddButton.js';
import { Panel } from '../../components/Panel.js';
import { ProblemText } from '../../components/ProblemText.js';
import { RemoveButton } from '../../components/RemoveButton.js';
import { Select } from '../../components/Select.js';
import { TextInput } from '../../components/TextInput.js';
import { useRowFocus } from '../../components/use-row-focus.js';
import { variableValue, type BuilderForm, type FormAction, type ParameterRow, type Place } from './form.js';
import { problemAt, type Problem } from './problems.js';
import type { TemplateVariable } from './template-variables.js';
import { ValueCells } from './ValueCells.js';

const PLACES: Readonly<Record<Place, string>> = { auto: 'auto', path: 'path', query: 'query', body: 'body' };

interface VariableLineProps {
  readonly form: BuilderForm;
  readonly variable: TemplateVariable;
  readonly problem: Problem | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

function VariableLine({ form, variable, problem, dispatch }: VariableLineProps) {
  const problemId = useId();
  const { name, expression, required, place } = variable;
  const { value, kind } = variableValue(form, name);
  return (
    <li className="row row-parameter">
      <div className="cell-name">
        <code className="variable">{name}</code>
        <span className={required ? 'tag tag-required' : 'tag'}>{required ? 'required' : 'optional'}</span>
      </div>
      <ValueCells
        of={name}
        value={value}
        kind={kind}
        required={required}
        problemId={problem && problemId}
        onChange={(change) => dispatch({ type: 'variable', name, change })}
      />
      <span className="cell-place cell-static" title={`From ${expression}`}>
        {place}
      </span>
      {problem && <ProblemText id={problemId}>{problem.message}</ProblemText>}
    </li>
  );
}

interface ParameterLineProps {
  readonly row: ParameterRow;
  readonly ordinal: number;
  readonly problem: Problem | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

function ParameterLine({ row, ordinal, problem, dispatch }: ParameterLineProps) {
  const problemId = useId();
  const { id, name, value, kind, place } = row;
  const title = `parameter ${ordinal}`;
  const edit = (change: Partial<Omit<ParameterRow, 'id'>>) => dispatch({ type: 'edit-parameter', id, change });
  const described = problem && problemId;
  return (
    <li className="row row-parameter">
      <TextInput
        className="cell-name"
        aria-label={`Name of ${title}`}
        aria-describedby={described}
        aria-invalid={problem ? true : undefined}
        placeholder="name"
        value={name}
        onValue={(text) => edit({ name: text })}
      />
      <ValueCells of={title} value={value} kind={kind} problemId={described} onChange={edit} />
      <div className="cell-place">
        <Select
          aria-label={`Place of ${title}`}
          options={PLACES}
          value={place}
          onValue={(chosen) => edit({ place: chosen })}
        />
      </div>
      <RemoveButton label={`Remove ${title}`} onRemove={() => dispatch({ type: 'remove-parameter', id })} />
      {problem && <ProblemText id={problemId}>{problem.message}</ProblemText>}
    </li>
  );
}

interface ParametersProps {
  readonly form: BuilderForm;
  readonly variables: readonly TemplateVariable[];
  readonly problems: readonly Problem[];
  readonly dispatch: Dispatch<FormAction>;
}

/** A row for each variable of the route, then the further parameters. */
export function Parameters({ form, variables, problems, dispatch }: ParametersProps) {
  const list = useRowFocus(form.parameters.length);
  const empty = variables.length === 0 && form.parameters.length === 0;
  return (
    <Panel
      title="Parameters"
      actions={<AddButton label="Add parameter" onAdd={() => dispatch({ type: 'add-parameter' })} />}
    >
      {empty && (
        <p className="empty">
          The route has no variables. Write <code>{'{name}'}</code> or <code>:name</code> into its path,{' '}
          <code>{'{?name}'}</code> at its end, or add a parameter of your own.
        </p>
      )}
      {!empty && (
        <div className="row row-parameter row-head" aria-hidden="true">
          <span>Name</span>
          <span>Value</span>
          <span>Type</span>
          <span>In</span>
        </div>
      )}
      <ul className="rows" ref={list} tabIndex={-1}>
        {variables.map((variable) => (
          <VariableLine
            key={variable.name}
            form={form}
            variable={variable}
            problem={problemAt(problems, `variable ${variable.name}`)}
            dispatch={dispatch}
          />
        ))}
        {form.parameters.map((row, index) => (
          <ParameterLine
            key={row.id}
            row={row}
            ordinal={index + 1}
            problem={problemAt(problems, `parameter ${row.id}`)}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </Panel>
  );
}
