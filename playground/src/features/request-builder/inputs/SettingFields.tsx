import { Field, TextInput, type Suggestion } from '../../../ui/fields.js';
import type { BuilderProps } from '../model/build.js';
import type { TextFieldName } from '../model/form.js';
import { BASE_SUBJECT, headerSubject, highlightAttributes, type HighlightSource } from '../highlight/subjects.js';
import { findProblem } from '../model/problems.js';

const FORMATS: readonly Suggestion[] = ['raw', 'text', 'html', 'full', 'diff', 'patch', 'sha', 'text+json'].map(
  (value) => ({ value }),
);

/** The fields with a single text beside the route. */
export type SettingName = Exclude<TextFieldName, 'route'>;

interface Setting {
  readonly label: string;
  readonly placeholder: string;
  /** Source of the highlight of the field. */
  readonly source: HighlightSource;
  readonly suggestions?: readonly Suggestion[];
}

const ACCEPT: HighlightSource = { subjects: headerSubject('accept'), from: 'header accept' };
const BASE: HighlightSource = { subjects: BASE_SUBJECT, from: 'base' };

const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  format: { label: 'Format', placeholder: 'raw', source: ACCEPT, suggestions: FORMATS },
  previews: { label: 'Previews', placeholder: 'names, separated by commas', source: ACCEPT },
  baseUrl: { label: 'Base URL', placeholder: 'empty: relative to the page', source: BASE },
  vendor: { label: 'Vendor', placeholder: 'none', source: ACCEPT },
};

interface SettingsProps extends BuilderProps {
  readonly names: readonly SettingName[];
}

/** Fields for some settings. */
export default function SettingFields({ state: { form, problems }, dispatch, names }: SettingsProps) {
  return (
    <div className="field-pair">
      {names.map((name) => {
        const { label, source, ...input } = SETTINGS[name];
        return (
          <Field key={name} label={label} problem={findProblem(problems, name)?.message}>
            {(control) => (
              <TextInput
                {...control}
                {...input}
                {...highlightAttributes(source)}
                value={form[name]}
                onValue={(value) => dispatch({ type: 'text', field: name, value })}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
