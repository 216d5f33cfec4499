import { memo, Suspense, useState, type ReactNode } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { Tabs } from '../../../ui/containers.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { findFirstDefaults, selectProblems, type Problem } from '../model/problems.js';
import { Headers } from './Headers.js';
import type { ParameterNotes } from './notes.js';
import type { SettingName } from './SettingFields.js';

const Authorization = lazyView(() => import('./Authorization.js'));
const LayerList = memo(lazyView(() => import('./LayerList.js')));
const SettingFields = lazyView(() => import('./SettingFields.js'));

// A keystroke in the route doesn't render it again.
const StableHeaders = memo(Headers);

/** The settings of the `accept` header. */
const MEDIA_TYPE: readonly SettingName[] = ['format', 'previews'];
/** The API that the builder is made for. */
const API: readonly SettingName[] = ['baseUrl', 'vendor'];

const countChanged = (form: Form, names: readonly SettingName[]): number =>
  names.filter((name) => form[name].trim() !== EMPTY_FORM[name]).length;

interface SettingsTabsProps extends BuilderProps {
  readonly notes: ParameterNotes | undefined;
  /** Whether the options are entered as JSON, which has all settings but the credentials. */
  readonly asJson?: boolean;
}

interface SettingsTab {
  readonly label: string;
  /** The number of things that are set. */
  readonly count: (state: BuilderState) => number;
  /** Whether one of its fields has the problem. */
  readonly owns: (field: Problem['field']) => boolean;
  readonly content: (props: SettingsTabsProps) => ReactNode;
}

/** The tabs, from left to right. */
const TABS: readonly SettingsTab[] = [
  {
    label: 'Authorization',
    count: ({ surroundings }) => (surroundings.auth.kind === 'none' ? 0 : 1),
    owns: (field) => field.startsWith('auth '),
    content: ({ state: { auth, problems, surroundings, form }, dispatch }) => (
      <Authorization
        auth={auth}
        problems={problems}
        surroundings={surroundings}
        baseUrl={form.baseUrl}
        dispatch={dispatch}
      />
    ),
  },
  {
    label: 'Headers',
    count: ({ form }) => form.headers.length,
    owns: (field) => field.startsWith('header '),
    content: ({ state: { form, problems, missing }, notes, dispatch }) => (
      <StableHeaders
        rows={form.headers}
        problems={selectProblems(problems, 'header')}
        missing={selectProblems(missing, 'header')}
        notes={notes}
        dispatch={dispatch}
      />
    ),
  },
  {
    label: 'Media type',
    count: ({ form }) => countChanged(form, MEDIA_TYPE),
    owns: (field) => MEDIA_TYPE.some((name) => name === field),
    content: ({ state: { form, problems }, dispatch }) => (
      <SettingFields form={form} problems={problems} dispatch={dispatch} names={MEDIA_TYPE} />
    ),
  },
  {
    label: 'Defaults',
    count: ({ form }) => form.layers.length,
    owns: (field) => field.startsWith('layer '),
    content: ({ state: { form, problems, explanation }, dispatch }) => (
      <LayerList
        layers={form.layers}
        first={findFirstDefaults(explanation)}
        problems={selectProblems(problems, 'layer')}
        dispatch={dispatch}
      />
    ),
  },
  {
    label: 'API',
    count: ({ form }) => countChanged(form, API),
    owns: (field) => API.some((name) => name === field),
    content: ({ state: { form, problems }, dispatch }) => (
      <SettingFields form={form} problems={problems} dispatch={dispatch} names={API} />
    ),
  },
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
  const tabs = (asJson ? TABS.slice(0, 1) : TABS).map(({ label, count, owns, content }) => ({
    label,
    badge: count(state),
    warns: state.problems.some(({ field }) => owns(field)) || (isForeign && owns('auth name')),
    content: <Suspense fallback={<p className="empty">Fetching the fields …</p>}>{content(props)}</Suspense>,
  }));
  return (
    <section className="panel box contained settings" aria-label="Settings of the request">
      <Tabs label="Settings of the request" tabs={tabs} shown={shown} onShow={setShown} />
    </section>
  );
}
