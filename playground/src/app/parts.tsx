import { lazy, memo, Suspense, useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import type { FormAction as CallAction } from '../features/call-api/form/form.js';
import type { Operation } from '../features/catalogue/catalogue.js';
import type { BuilderAction } from '../features/request-builder/model/build.js';
import { RequestBuilder } from '../features/request-builder/RequestBuilder.js';
import type { Way } from '../features/request-builder/send/send-request.js';
import type { Form } from '../features/request-builder/model/form.js';
import { useLatest } from '../ui/rendering.js';
import type { DocumentAction, DocumentState } from './document/state.js';
import { load, save } from './document/storage.js';

/** Everything that a part of the page may use. */
interface PartProps {
  readonly state: DocumentState;
  readonly dispatch: (action: DocumentAction) => void;
  /** Shows a view on a small screen. */
  readonly show: (view: ViewName) => void;
  /** The route's entry in the catalogue; undefined for any other route. */
  readonly operation: Operation | undefined;
  /** Whether the page is embedded in another, and calls no server. */
  readonly embedded: boolean;
  /** Whether the page has been idle since it was first shown: code that talks to a server loads after that. */
  readonly idle: boolean;
  /** Opens the environments with a row for each name; undefined where the page keeps none. */
  readonly onVariables: ((names: readonly string[]) => void) | undefined;
}

interface View {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
}

const BUILD_ICON = 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3';
const CALL_ICON = 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5z';

/** A section of the page. */
interface Part {
  readonly name: string;
  /** Its name in the header, and its icon there. */
  readonly label: string;
  readonly icon: string;
  readonly title: string;
  readonly hint: ReactNode;
  readonly component: ComponentType<PartProps>;
  /** Whether the embedded page has this part too. */
  readonly embedded: boolean;
  /** The first view is the one that the header opens. Small screens have a tab for each, and show one at a time. */
  readonly views: readonly [View, ...View[]];
}

const AboutRoute = lazy(() => import('../features/catalogue/AboutRoute.js'));
const ServerBuild = lazy(async () => ({
  default: (await import('../features/call-api/ServerBuild.js')).ServerBuild,
}));

const WAY = 'way';
const loadWay = (): Way => (load(WAY) === 'server' ? 'server' : 'page');
const saveWay = (way: Way) => save(WAY, way);

interface RouteDescriptionProps {
  readonly operation: Operation;
  readonly form: Form;
  readonly edit: (action: BuilderAction) => void;
}

/** The description of the route, and what it fills. */
function RouteDescription({ operation, form, edit }: RouteDescriptionProps) {
  const latest = useLatest(form);
  const setBaseUrl = useCallback((value: string) => edit({ type: 'text', field: 'baseUrl', value }), [edit]);
  const fill = useCallback(
    async (members: 'required' | 'all') => {
      const { fillBody } = await import('./operation.js');
      edit({ type: 'load', form: fillBody(operation, latest(), members) });
    },
    [edit, latest, operation],
  );
  return (
    <Suspense fallback={null}>
      <AboutRoute
        // The choice of a server is that of one route.
        key={`${operation.method} ${operation.path}`}
        operation={operation}
        baseUrl={form.baseUrl}
        onBaseUrl={setBaseUrl}
        onFillBody={fill}
      />
    </Suspense>
  );
}

function BuildPart({ state, dispatch, show, operation, embedded, idle, onVariables }: PartProps) {
  const { builder } = state;
  const { bridge } = state.timeline.present.call;
  const notes = useMemo(
    () =>
      operation &&
      new Map(operation.parameters.map((parameter) => [`${parameter.place} ${parameter.name}`, parameter])),
    [operation],
  );
  const [way, setWay] = useState(loadWay);
  const choose = useCallback((chosen: Way) => {
    saveWay(chosen);
    setWay(chosen);
  }, []);
  const onOutput = useCallback(() => show('result'), [show]);
  const edit = useCallback((action: BuilderAction) => dispatch({ type: 'builder', action }), [dispatch]);
  return (
    <>
      {operation && <RouteDescription operation={operation} form={builder.form} edit={edit} />}
      <RequestBuilder
        state={builder}
        dispatch={edit}
        notes={notes}
        bridge={embedded ? undefined : bridge}
        way={way}
        onWay={choose}
        onOutput={onOutput}
        onVariables={onVariables}
      >
        <Suspense fallback={null}>
          {idle && !embedded && <ServerBuild bridge={bridge} local={builder.question} />}
        </Suspense>
      </RequestBuilder>
    </>
  );
}

// A keystroke in the route doesn't render it again.
const CallApi = lazy(async () => ({ default: memo((await import('../features/call-api/CallApi.js')).CallApi) }));

function CallPart({ state, dispatch, idle }: PartProps) {
  const edit = useCallback((action: CallAction) => dispatch({ type: 'call', action }), [dispatch]);
  return (
    <Suspense fallback={null}>
      {idle && (
        <CallApi form={state.timeline.present.call} variables={state.builder.surroundings.variables} dispatch={edit} />
      )}
    </Suspense>
  );
}

/** The parts of the page, one at a time. */
export const PARTS = [
  {
    name: 'build',
    label: 'Build',
    icon: BUILD_ICON,
    title: 'Build a request',
    hint: 'Type a REST route: see the request it becomes, and why every character is there.',
    component: BuildPart,
    embedded: true,
    views: [
      { name: 'inputs', title: 'Build', icon: BUILD_ICON },
      { name: 'result', title: 'Result', icon: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4' },
    ],
  },
  {
    name: 'call',
    label: 'Call',
    icon: CALL_ICON,
    title: 'Call the service',
    hint: (
      <>
        <code>api.ApiService/CallApi</code> by gRPC-Web, from this page through a bridge to the server.
      </>
    ),
    component: CallPart,
    embedded: false,
    views: [{ name: 'call', title: 'Call', icon: CALL_ICON }],
  },
] as const satisfies readonly Part[];

type PageView = (typeof PARTS)[number]['views'][number];
export type ViewName = PageView['name'];

/** The views of all parts, one at a time on a small screen. */
export const VIEWS = PARTS.flatMap(({ views }): readonly PageView[] => views);

/** The part of a view. */
export function findPart(shown: ViewName): (typeof PARTS)[number] {
  return PARTS.find(({ views }) => views.some(({ name }) => name === shown)) ?? PARTS[0];
}
