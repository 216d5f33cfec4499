import { lazy, memo, Suspense, useCallback, useMemo } from 'react';
import type { Form as CallForm, FormAction as CallAction } from '../features/call-api/form/form.js';
import { AboutRoute } from '../features/catalogue/AboutRoute.js';
import type { FormAction as BuilderAction } from '../features/request-builder/model/form.js';
import { RequestBuilder } from '../features/request-builder/RequestBuilder.js';
import { BottomTabs } from './parts/BottomTabs.js';
import { Dialogs } from './dialogs/Dialogs.js';
import type { Start } from './document/start.js';
import { EmbedFoot } from './sharing/EmbedFoot.js';
import { Header } from './header/Header.js';
import { LinkProblem, Notice } from './notices/Notices.js';
import { Part } from './parts/Part.js';
import { useIdle } from '../ui/rendering/use-idle.js';
import { usePage, type Page } from './use-page.js';
import { useShortcuts } from './shortcuts/use-shortcuts.js';
import { useTheme } from './header/use-theme.js';
import { Welcome } from './notices/Welcome.js';

// What talks to a server comes after the builder is there: nobody calls before there is something to see.
const CallApi = lazy(async () => ({ default: (await import('../features/call-api/CallApi.js')).CallApi }));
const ServerBuild = lazy(async () => ({
  default: (await import('../features/call-api/server-build/ServerBuild.js')).ServerBuild,
}));

const CALL_HINT = (
  <>
    <code>api.ApiService/CallApi</code> by gRPC-Web, from this page through a bridge to the server.
  </>
);

// What a keystroke does not change need not be rendered for it.
const StableHeader = memo(Header);
const StableTabs = memo(BottomTabs);
const StableDialogs = memo(Dialogs);
const StableWelcome = memo(Welcome);

interface CallPartProps {
  readonly form: CallForm;
  readonly dispatch: (action: CallAction) => void;
  readonly there: boolean;
}

const CallPart = memo(function CallPart({ form, dispatch, there }: CallPartProps) {
  return (
    <Part name="call" title="Call the service" hint={CALL_HINT}>
      <Suspense fallback={null}>{there && <CallApi form={form} dispatch={dispatch} />}</Suspense>
    </Part>
  );
});

function Parts({ state, dispatch, operation, embedded }: Page & { readonly embedded: boolean }) {
  const { builder } = state;
  const { call } = state.timeline.present;
  const calls = useIdle() && !embedded;
  const notes = useMemo(
    () => operation && new Map(operation.parameters.map((parameter) => [parameter.name, parameter])),
    [operation],
  );
  const editBuilder = useCallback((action: BuilderAction) => dispatch({ type: 'builder', action }), [dispatch]);
  const editCall = useCallback((action: CallAction) => dispatch({ type: 'call', action }), [dispatch]);
  return (
    <main>
      <Part name="build" title="Build a request" hint="Type a route; the request follows every keystroke.">
        {operation && <AboutRoute operation={operation} />}
        <RequestBuilder
          state={builder}
          dispatch={editBuilder}
          notes={notes}
          bridge={embedded ? undefined : call.bridge}
        >
          <Suspense fallback={null}>{calls && <ServerBuild bridge={call.bridge} local={builder.question} />}</Suspense>
        </RequestBuilder>
      </Part>
      {!embedded && <CallPart form={call} dispatch={editCall} there={calls} />}
    </main>
  );
}

export function App({ start }: { readonly start: Start }) {
  const page = usePage(start);
  const { state, actions, dialog, notice, shown, problem, clearProblem } = page;
  const { past, future } = state.timeline;
  const [theme, setTheme] = useTheme();
  const { embedded } = start;
  useShortcuts(page.dispatch, actions.open);
  return (
    <div className="page" data-shown={shown} data-embedded={embedded}>
      {!embedded && (
        <StableHeader
          actions={actions}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          theme={theme}
          onTheme={setTheme}
        />
      )}
      {problem !== undefined && <LinkProblem problem={problem} onClose={clearProblem} />}
      {!embedded && start.isFirst && <StableWelcome actions={actions} />}
      <Parts {...page} embedded={embedded} />
      {embedded ? <EmbedFoot start={start} state={state} /> : <StableTabs shown={shown} onShow={actions.show} />}
      <StableDialogs dialog={dialog} actions={actions} base={start.base} onTheme={setTheme} />
      <Notice text={notice} onEnd={actions.endNotice} />
    </div>
  );
}
