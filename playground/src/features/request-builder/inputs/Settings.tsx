import { memo, useId } from 'react';
import {
  AddButton,
  RemoveButton,
  useRowFocus,
  Field,
  TextInput,
  ProblemText,
  TextArea,
  type Suggestion,
} from '../../../ui/fields.js';
import { FoldedPanel } from '../../../ui/containers.js';
import type { BuilderProps } from '../model/build.js';
import type { Form, TextFieldName, DefaultsLayer } from '../model/form.js';
import { HighlightRow } from '../highlight/Highlight.js';
import { highlightAttributes, type HighlightSource } from '../highlight/source.js';
import { BASE_SUBJECT, headerSubject, layerSubject } from '../highlight/subjects.js';
import { findProblem, FIRST_DEFAULTS, type Problem } from '../model/problems.js';

const FORMATS: readonly Suggestion[] = ['raw', 'text', 'html', 'full', 'diff', 'patch', 'sha', 'text+json'].map(
  (value) => ({ value }),
);

interface SettingsProps {
  readonly form: Form;
  readonly problems: readonly Problem[];
  readonly dispatch: BuilderProps['dispatch'];
}

interface Setting {
  readonly field: TextFieldName;
  readonly label: string;
  readonly placeholder: string;
  /** Source of the highlight of the field. */
  readonly source: HighlightSource;
  readonly suggestions?: readonly Suggestion[];
}

function TextSetting({ form, problems, dispatch, field, label, source, ...input }: SettingsProps & Setting) {
  return (
    <Field label={label} problem={findProblem(problems, field)?.message}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          {...highlightAttributes(source)}
          value={form[field]}
          onValue={(value) => dispatch({ type: 'text', field, value })}
        />
      )}
    </Field>
  );
}

/** A panel of text settings, which edits of other fields don't render again. `summarize` describes their values. */
function createPanel(title: string, summarize: (form: Form) => string, settings: readonly Setting[]) {
  const SettingsPanel = (props: SettingsProps) => (
    <FoldedPanel
      title={title}
      summary={summarize(props.form)}
      needed={settings.some(({ field }) => findProblem(props.problems, field) !== undefined)}
    >
      <div className="field-pair">
        {settings.map((setting) => (
          <TextSetting key={setting.field} {...props} {...setting} />
        ))}
      </div>
    </FoldedPanel>
  );
  return memo(
    SettingsPanel,
    (before, after) =>
      before.dispatch === after.dispatch &&
      settings.every(
        ({ field }) =>
          before.form[field] === after.form[field] &&
          findProblem(before.problems, field)?.message === findProblem(after.problems, field)?.message,
      ),
  );
}

const ACCEPT: HighlightSource = { subjects: headerSubject('accept'), from: 'header accept' };
const BASE: HighlightSource = { subjects: BASE_SUBJECT, from: 'base' };

/** The settings of the `accept` header. */
export const MediaTypeSettings = createPanel(
  'Media type',
  ({ format, previews }) => [format, previews].filter((text) => text.trim() !== '').join(', ') || 'default',
  [
    { field: 'format', label: 'Format', placeholder: 'raw', source: ACCEPT, suggestions: FORMATS },
    { field: 'previews', label: 'Previews', placeholder: 'names, separated by commas', source: ACCEPT },
  ],
);

/** The API that the builder is made for. */
export const BuilderSettings = createPanel('API', ({ baseUrl }) => baseUrl.trim() || 'relative to the page', [
  { field: 'baseUrl', label: 'Base URL', placeholder: 'empty: relative to the page', source: BASE },
  { field: 'vendor', label: 'Vendor', placeholder: 'none', source: ACCEPT },
]);

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
  const edit = (change: Partial<Omit<DefaultsLayer, 'id'>>) =>
    dispatch({ type: 'edit-row', list: 'layers', id: layer.id, change });
  return (
    <HighlightRow
      className={layer.on ? 'layer' : 'layer layer-off'}
      subjects={index === undefined ? '' : layerSubject(index)}
      from={`layer ${index}`}
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
        <RemoveButton
          label={`Remove ${title}`}
          onRemove={() => dispatch({ type: 'remove-row', list: 'layers', id: layer.id })}
        />
      </div>
      <TextArea
        aria-label={`Options of ${title}`}
        aria-describedby={problem && id}
        aria-invalid={problem ? true : undefined}
        rows={2}
        placeholder={'{"owner": "octokit", "headers": {"x-trace": "1"}}'}
        value={layer.options}
        onValue={(options) => edit({ options })}
      />
      {problem && <ProblemText id={id}>{problem.message}</ProblemText>}
    </HighlightRow>
  );
}

interface LayersProps extends Omit<SettingsProps, 'form'> {
  readonly layers: readonly DefaultsLayer[];
}

function describeLayers(layers: readonly DefaultsLayer[]): string {
  const off = layers.filter(({ on }) => !on).length;
  if (layers.length === 0) return 'none';
  return off === 0 ? String(layers.length) : `${layers.length}, ${off} off`;
}

/** Defaults, which the request's options override; each layer overrides the previous one. */
export function Layers({ layers, problems, dispatch }: LayersProps) {
  const list = useRowFocus(layers.length);
  // Layers that are off or can't be read aren't explained.
  const counting = layers.filter(({ id, on }) => on && findProblem(problems, `layer ${id}`)?.position === undefined);
  return (
    <FoldedPanel
      title="Defaults"
      summary={describeLayers(layers)}
      needed={problems.length > 0}
      actions={<AddButton label="Add defaults" onAdd={() => dispatch({ type: 'add-row', list: 'layers' })} />}
    >
      {layers.length === 0 && (
        <p className="empty">
          Options of every request, as JSON. Later defaults override earlier ones, and the request’s options override
          all.
        </p>
      )}
      <ul className="rows" ref={list} tabIndex={-1}>
        {layers.map((layer, index) => (
          <LayerLine
            key={layer.id}
            layer={layer}
            ordinal={index + 1}
            index={counting.includes(layer) ? FIRST_DEFAULTS + counting.indexOf(layer) : undefined}
            problem={findProblem(problems, `layer ${layer.id}`)}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </FoldedPanel>
  );
}
