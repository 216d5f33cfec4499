import { memo, type Dispatch, type ReactNode } from 'react';
import { Field } from '../../../ui/controls/Field.js';
import { Panel } from '../../../ui/containers/Panel.js';
import { TextInput, type Suggestion } from '../../../ui/controls/TextInput.js';
import type { Form, FormAction, TextFieldName } from '../model/form.js';
import { highlightAttributes, type HighlightSource } from '../highlight/Highlight.js';
import { BASE_SUBJECT, headerSubject } from '../highlight/subjects.js';
import { findProblem, type Problem } from '../model/problems.js';

const FORMATS: readonly Suggestion[] = ['raw', 'text', 'html', 'full', 'diff', 'patch', 'sha', 'text+json'].map(
  (value) => ({ value }),
);

interface SettingsProps {
  readonly form: Form;
  readonly problems: readonly Problem[];
  readonly dispatch: Dispatch<FormAction>;
}

interface TextSettingProps extends SettingsProps {
  readonly field: TextFieldName;
  readonly label: string;
  readonly placeholder: string;
  /** Source of the highlight of the field. */
  readonly source: HighlightSource;
  readonly hint?: ReactNode;
  readonly suggestions?: readonly Suggestion[];
}

function TextSetting({ form, problems, dispatch, field, label, hint, source, ...input }: TextSettingProps) {
  return (
    <Field label={label} hint={hint} problem={findProblem(problems, field)?.message}>
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

/** Whether some fields are unchanged, so that edits of others don't render them. */
function sameFields(...fields: readonly TextFieldName[]) {
  return (before: SettingsProps, after: SettingsProps) =>
    before.dispatch === after.dispatch &&
    fields.every(
      (field) =>
        before.form[field] === after.form[field] &&
        findProblem(before.problems, field)?.message === findProblem(after.problems, field)?.message,
    );
}

const ACCEPT: HighlightSource = { subjects: headerSubject('accept'), from: 'header accept' };
const BASE: HighlightSource = { subjects: BASE_SUBJECT, from: 'base' };

/** The settings of the `accept` header. */
export const MediaTypeSettings = memo(
  function MediaTypeSettings(props: SettingsProps) {
    return (
      <Panel title="Media type">
        <div className="field-pair">
          <TextSetting
            {...props}
            field="format"
            label="Format"
            placeholder="raw"
            source={ACCEPT}
            suggestions={FORMATS}
          />
          <TextSetting {...props} field="previews" label="Previews" placeholder="mercy, luke-cage" source={ACCEPT} />
        </div>
      </Panel>
    );
  },
  sameFields('format', 'previews'),
);

/** The API that the builder is made for. */
export const BuilderSettings = memo(
  function BuilderSettings(props: SettingsProps) {
    return (
      <Panel title="API">
        <div className="field-pair">
          <TextSetting
            {...props}
            field="baseUrl"
            label="Base URL"
            placeholder="empty: relative to the page"
            source={BASE}
          />
          <TextSetting {...props} field="vendor" label="Vendor" placeholder="none" source={ACCEPT} />
        </div>
      </Panel>
    );
  },
  sameFields('baseUrl', 'vendor'),
);
