import { useId } from 'react';
import { RemoveButton, TextInput, ProblemText, TextArea } from '../../../ui/fields.js';
import type { BuilderProps } from '../model/build.js';
import type { DefaultsLayer } from '../model/form.js';
import { highlightAttributes, layerSubject } from '../highlight/subjects.js';
import { findFirstDefaults, findProblem, type Problem } from '../model/problems.js';
import { Rows } from './Row.js';
import { editRow, removeRow } from '../model/edit.js';

interface LayerLineProps {
  readonly layer: DefaultsLayer;
  readonly ordinal: number;
  /** Index of the layer in the explanation. */
  readonly index: number | undefined;
  readonly problem: Problem | undefined;
  readonly dispatch: BuilderProps['dispatch'];
}

function LayerLine({ layer, ordinal, index, problem, dispatch }: LayerLineProps) {
  const id = useId();
  const title = `defaults ${ordinal}`;
  const edit = (change: Partial<Omit<DefaultsLayer, 'id'>>) => dispatch(editRow('layers', layer.id, change));
  return (
    <li
      className={layer.on ? 'layer' : 'layer layer-off'}
      {...highlightAttributes({ subjects: index === undefined ? '' : layerSubject(index), from: `layer ${index}` })}
    >
      <div className="layer-head">
        <TextInput
          aria-label={`Name of ${title}`}
          placeholder={title}
          value={layer.name}
          onValue={(name) => edit({ name })}
        />
        <label className="switch">
          <input
            type="checkbox"
            aria-label={`Use ${title}`}
            checked={layer.on}
            onChange={(event) => edit({ on: event.target.checked })}
          />
          <span className="switch-box" />
          {layer.on ? 'on' : 'off'}
        </label>
        <RemoveButton label={`Remove ${title}`} onRemove={() => dispatch(removeRow('layers', layer.id))} />
      </div>
      <TextArea
        aria-label={`Options of ${title}`}
        aria-describedby={problem && id}
        aria-invalid={problem ? true : undefined}
        rows={2}
        placeholder={'{"owner": "nodejs", "headers": {"x-trace": "1"}}'}
        value={layer.options}
        onValue={(options) => edit({ options })}
      />
      {problem && <ProblemText id={id}>{problem.message}</ProblemText>}
    </li>
  );
}

/** Fields for the layers of defaults. */
export default function LayerList({ state: { form, problems, explanation }, dispatch }: BuilderProps) {
  const first = findFirstDefaults(explanation);
  // Layers that are off or can't be read aren't explained.
  const counting = form.layers.filter(
    ({ id, on }) => on && findProblem(problems, `layer ${id}`)?.position === undefined,
  );
  const rows = form.layers.map((layer, index) => (
    <LayerLine
      key={layer.id}
      layer={layer}
      ordinal={index + 1}
      index={counting.includes(layer) ? first + counting.indexOf(layer) : undefined}
      problem={findProblem(problems, `layer ${layer.id}`)}
      dispatch={dispatch}
    />
  ));
  const empty =
    'Options of every request, as JSON. Later defaults override earlier ones, and the request’s options override all.';
  return <Rows label="defaults" list="layers" rows={rows} empty={empty} dispatch={dispatch} />;
}
