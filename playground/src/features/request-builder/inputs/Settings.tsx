import { Suspense, useState, type ComponentType } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { Tabs } from '../../../ui/containers.js';
import { Field, TextInput, type Suggestion } from '../../../ui/fields.js';
import { BASE_SUBJECT, headerSubject, highlightAttributes, type HighlightSource } from '../highlight/subjects.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { EMPTY_FORM, type TextFieldName } from '../model/form.js';
import { findProblem } from '../model/problems.js';
import { HeaderList } from './HeaderList.js';
import type { NotedProps } from './notes.js';
import { setText } from '../model/edit.js';

const FORMATS: readonly Suggestion[] = ['raw', 'text', 'html', 'full', 'diff', 'patch', 'sha', 'text+json'].map(
  (value) => ({ value }),
);

/** The fields with a single text beside the route. */
type SettingName = Exclude<TextFieldName, 'route'>;

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
function SettingFields({ state: { form, problems }, dispatch, names }: SettingsProps) {
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
                onValue={(value) => dispatch(setText(name, value))}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

interface SettingsTab {
  readonly label: string;
  /** The number of things that are set. */
  readonly count: (state: BuilderState) => number;
  /** The beginnings of its fields. */
  readonly fields: readonly string[];
  readonly component: ComponentType<NotedProps>;
}

/** A tab of fields with a single text. */
const settingsTab = (label: string, fields: readonly SettingName[]): SettingsTab => ({
  label,
  count: ({ form }) => fields.filter((name) => form[name].trim() !== EMPTY_FORM[name]).length,
  fields,
  component: (props) => <SettingFields {...props} names={fields} />,
});

/** The tabs, from left to right. */
const TABS: readonly SettingsTab[] = [
  {
    label: 'Authorization',
    count: ({ surroundings }) => (surroundings.auth.kind === 'none' ? 0 : 1),
    fields: ['auth '],
    component: lazyView<NotedProps>(() => import('./Authorization.js')),
  },
  {
    label: 'Headers',
    count: ({ form }) => form.headers.length,
    fields: ['header '],
    component: HeaderList,
  },
  settingsTab('Media type', ['format', 'previews']),
  {
    label: 'Defaults',
    count: ({ form }) => form.layers.length,
    fields: ['layer '],
    component: lazyView<NotedProps>(() => import('./LayerList.js')),
  },
  settingsTab('API', ['baseUrl', 'vendor']),
];

const HEADERS = TABS.findIndex(({ label }) => label === 'Headers');

/**
 * The settings of the request beside its parameters, a tab for each kind. At first the one with something in it is open. While the options
 * are entered as JSON, which has all others, only the credentials.
 */
export function Settings({ asJson, ...props }: NotedProps & { readonly asJson: boolean }) {
  const { state } = props;
  const [shown, setShown] = useState(() => {
    const filled = TABS.findIndex(({ count }) => count(state) > 0);
    return filled === -1 ? HEADERS : filled;
  });
  const isForeign = state.auth.state === 'not for this origin';
  const tabs = (asJson ? TABS.slice(0, 1) : TABS).map(({ label, count, fields, component: View }) => ({
    label,
    badge: count(state),
    warns:
      (isForeign && label === 'Authorization') ||
      state.problems.some(({ field }) => fields.some((start) => field.startsWith(start))),
    content: (
      <Suspense fallback={<p className="empty">Fetching the fields …</p>}>
        <View {...props} />
      </Suspense>
    ),
  }));
  return (
    <section className="panel box contained settings" aria-label="Settings of the request">
      <Tabs label="Settings of the request" tabs={tabs} shown={shown} onShow={setShown} />
    </section>
  );
}
