import type { Dispatch, ReactNode } from 'react';
import { Field } from '../../components/Field.js';
import { Panel } from '../../components/Panel.js';
import { TextArea } from '../../components/TextArea.js';
import { TextInput, type Suggestion } from '../../components/TextInput.js';
import type { BuilderForm, FormAction, TextFieldName } from './form.js';
import { problemAt, type Problem } from './problems.js';

const FORMATS: readonly Suggestion[] = ['raw', 'text', 'html', 'full', 'diff', 'patch', 'sha', 'text+json'].map(
  (value) => ({ value }),
);

interface SettingsProps {
  readonly form: BuilderForm;
  readonly problems: readonly Problem[];
  readonly dispatch: Dispatch<FormAction>;
}

interface TextSettingProps extends SettingsProps {
  readonly field: TextFieldName;
  readonly label: string;
  readonly placeholder: string;
  readonly hint?: ReactNode;
  readonly suggestions?: readonly Suggestion[];
}

function TextSetting({ form, problems, dispatch, field, label, hint, ...input }: TextSettingProps) {
  return (
    <Field label={label} hint={hint} problem={problemAt(problems, field)?.message}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          value={form[field]}
          onValue={(value) => dispatch({ type: 'text', field, value })}
        />
      )}
    </Field>
  );
}

/** What amends the `accept` header. */
export function MediaTypeSettings(props: SettingsProps) {
  return (
    <Panel title="Media type">
      <div className="field-pair">
        <TextSetting {...props} field="format" label="Format" placeholder="raw" suggestions={FORMATS} />
        <TextSetting {...props} field="previews" label="Previews" placeholder="mercy, luke-cage" />
      </div>
    </Panel>
  );
}

/** What the builder is made with: the API, and the defaults of every request. */
export function BuilderSettings(props: SettingsProps) {
  const { form, problems, dispatch } = props;
  return (
    <Panel title="Builder">
      <div className="field-pair">
        <TextSetting {...props} field="baseUrl" label="Base URL" placeholder="empty: relative to the page" />
        <TextSetting {...props} field="vendor" label="Vendor" placeholder="none" />
      </div>
      <Field
        label="Defaults"
        hint="Options of every request, as a JSON object. Those of the form win."
        problem={problemAt(problems, 'defaults')?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            placeholder={'{"owner": "octokit", "headers": {"x-trace": "1"}}'}
            value={form.defaults}
            onValue={(value) => dispatch({ type: 'text', field: 'defaults', value })}
          />
        )}
      </Field>
    </Panel>
  );
}
