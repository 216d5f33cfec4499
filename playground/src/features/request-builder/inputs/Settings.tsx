import { memo, Suspense, useState, type ReactNode } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { Tabs } from '../../../ui/containers.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import { findFirstDefaults, selectProblems } from '../model/problems.js';
import { HeaderList } from './HeaderList.js';
import type { ParameterNotes } from './notes.js';
import type { SettingName } from './SettingFields.js';

const Authorization = lazyView(() => import('./Authorization.js'));
const LayerList = memo(lazyView(() => import('./LayerList.js')));
const SettingFields = lazyView(() => import('./SettingFields.js'));

interface SettingsTabsProps extends BuilderProps {
  readonly notes: ParameterNotes | undefined;
  /** Whether the options are entered as JSON, which has all settings but the credentials. */
  readonly asJson?: boolean;
}

interface SettingsTab {
  readonly label: string;
  /** The number of things that are set. */
  readonly count: (state: BuilderState) => number;
  /** The beginnings of its fields. */
  readonly fields: readonly string[];
  readonly content: (props: SettingsTabsProps) => ReactNode;
}

/** A tab of fields with a single text. */
const settingsTab = (label: string, names: readonly SettingName[]): SettingsTab => ({
  label,
  count: ({ form }) => names.filter((name) => form[name].trim() !== EMPTY_FORM[name]).length,
  fields: names,
  content: ({ state: { form, problems }, dispatch }) => (
    <SettingFields form={form} problems={problems} dispatch={dispatch} names={names} />
  ),
});

/** The tabs, from left to right. */
const TABS: readonly SettingsTab[] = [
  {
    label: 'Authorization',
    count: ({ surroundings }) => (surroundings.auth.kind === 'none' ? 0 : 1),
    fields: ['auth '],
    content: ({ state: { auth, problems, surroundings, form }, dispatch }) => (
      <Authorization
        state={auth.state}
        origin={auth.origin}
        auth={surroundings.auth}
        authOrigin={surroundings.authOrigin}
        problems={problems}
        baseUrl={form.baseUrl}
        dispatch={dispatch}
      />
    ),
  },
  {
    label: 'Headers',
    count: ({ form }) => form.headers.length,
    fields: ['header '],
    content: ({ state: { form, problems, missing }, notes, dispatch }) => (
      <HeaderList
        rows={form.headers}
        problems={selectProblems(problems, 'header')}
        missing={selectProblems(missing, 'header')}
        notes={notes}
        dispatch={dispatch}
      />
    ),
  },
  settingsTab('Media type', ['format', 'previews']),
  {
    label: 'Defaults',
    count: ({ form }) => form.layers.length,
    fields: ['layer '],
    content: ({ state: { form, problems, explanation }, dispatch }) => (
      <LayerList
        layers={form.layers}
        first={findFirstDefaults(explanation)}
        problems={selectProblems(problems, 'layer')}
        dispatch={dispatch}
      />
    ),
  },
  settingsTab('API', ['baseUrl', 'vendor']),
];

const HEADERS = TABS.findIndex(({ label }) => label === 'Headers');

/** The settings of the request beside its parameters, a tab for each kind. At first the one with something in it is open. */
export function Settings({ asJson = false, ...props }: SettingsTabsProps) {
  const { state } = props;
  const [shown, setShown] = useState(() => {
    const filled = TABS.findIndex(({ count }) => count(state) > 0);
    return filled === -1 ? HEADERS : filled;
  });
  const isForeign = state.auth.state === 'not for this origin';
  const tabs = (asJson ? TABS.slice(0, 1) : TABS).map(({ label, count, fields, content }) => ({
    label,
    badge: count(state),
    warns:
      (isForeign && label === 'Authorization') ||
      state.problems.some(({ field }) => fields.some((start) => field.startsWith(start))),
    content: <Suspense fallback={<p className="empty">Fetching the fields …</p>}>{content(props)}</Suspense>,
  }));
  return (
    <section className="panel box contained settings" aria-label="Settings of the request">
      <Tabs label="Settings of the request" tabs={tabs} shown={shown} onShow={setShown} />
    </section>
  );
}
