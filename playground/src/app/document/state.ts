import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { reduceForm as editCall, type FormAction as CallAction } from '../../features/call-api/form/form.js';
import {
  reduceBuilder,
  deriveState,
  type BuilderAction,
  type BuilderState,
} from '../../features/request-builder/model/build.js';
import { awaitsReferences, loadReferences } from '../../features/request-builder/model/references.js';
import { NO_SURROUNDINGS, type Surroundings } from '../../features/request-builder/model/surroundings.js';
import type { Variable } from '../../variables/references.js';
import { emptyDocument, exampleDocument, findDifference, withoutHidden, type Document } from './document.js';
import { record, redo, startTimeline, undo, type Timeline } from './timeline.js';
import { readObject } from '../../json/json.js';
import { useLatest } from '../../ui/rendering.js';
import { ENVIRONMENTS, load, loadDraft, saveDraft, saveDraftText, saveRequest } from './storage.js';

/** The initial state of the page. */
export interface Start {
  readonly document: Document;
  /** The base of links and drafts, which contain only the difference from it. */
  readonly base: Document;
  /** Whether the page is embedded in another (`?embed=1`), and keeps nothing on the device. */
  readonly embedded: boolean;
  /** Whether the document comes neither from a link nor from an earlier visit. */
  readonly isFirst: boolean;
  /** The problem of the link, for the user. */
  readonly problem: string | undefined;
  /** The variables of the environment that this tab uses; none for an embedded page. */
  readonly variables: readonly Variable[];
}

/** Without an answer by then, the page starts with the usual address. */
const PATIENCE_MS = 1000;

/** The address of the bridge that the page's own server names in `bridge.json`; undefined if it names none. */
async function readBridge(): Promise<string | undefined> {
  try {
    const response = await fetch('./bridge.json', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { bridge } = readObject(await response.json(), 'bridge.json');
    return typeof bridge === 'string' ? bridge : undefined;
  } catch {
    // A host of static files may have no such file, and there may be no network; calls report what is wrong with their bridge.
    return undefined;
  }
}

/** Whether a draft looks like a linked document: it may hold more, such as values of variables that its route no longer has. */
function isShared(draft: Document, linked: Document, base: Document): boolean {
  const [one, other] = [draft, linked].map((each) =>
    JSON.stringify(findDifference(withoutHidden(each).document, base)),
  );
  return one === other;
}

/** The document of the link, else that of the last visit, else the example. A draft that a link replaces goes into the history. */
async function readStartDocument({ search, hash }: Pick<Location, 'search' | 'hash'>): Promise<Start> {
  const embedded = new URLSearchParams(search).get('embed') === '1';
  const base = emptyDocument(search, await readBridge());
  const draft = embedded ? undefined : loadDraft(base);
  const document = draft ?? exampleDocument(base);
  const common = { base, embedded, problem: undefined, variables: NO_SURROUNDINGS.variables };
  if (hash.length <= 1) return { ...common, document, isFirst: draft === undefined };
  try {
    const { readLink } = await import('./link.js');
    const linked = await readLink(hash.slice(1), base);
    if (draft !== undefined && isShared(draft, linked.document, base))
      return { ...common, ...linked, document: draft, isFirst: false };
    if (draft !== undefined) saveRequest(draft, base);
    return { ...common, ...linked, isFirst: false };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const instead = draft === undefined ? 'the example' : 'your last draft';
    return { ...common, document, isFirst: false, problem: `${error.message} Here is ${instead} instead.` };
  }
}

/** The page's first document, with everything that its first rendering needs. */
export async function readStart(location: Pick<Location, 'search' | 'hash'>): Promise<Start> {
  const start = await readStartDocument(location);
  if (!awaitsReferences(start.document.builder)) return start;
  try {
    await loadReferences();
    if (start.embedded || load(ENVIRONMENTS) === undefined) return start;
    return { ...start, variables: (await import('../environments/stored.js')).loadVariables() };
  } catch {
    // Without a network the page starts nevertheless, and tries again.
    return start;
  }
}

/** The document with its undo steps, and the builder's result. */
export interface DocumentState {
  readonly timeline: Timeline<Document>;
  readonly builder: BuilderState;
}

export type DocumentAction =
  | { readonly type: 'builder'; readonly action: BuilderAction }
  | { readonly type: 'call'; readonly action: CallAction }
  | { readonly type: 'surroundings'; readonly change: Partial<Surroundings> }
  | { readonly type: 'replace'; readonly document: Document }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

function initialState({ document, variables }: Start): DocumentState {
  const builder = deriveState(document.builder, undefined, { ...NO_SURROUNDINGS, variables });
  return { timeline: startTimeline(document), builder };
}

/** Keeps `builder` as long as its form is the timeline's. */
function withTimeline(state: DocumentState, timeline: Timeline<Document>): DocumentState {
  const { builder } = timeline.present;
  return { timeline, builder: builder === state.builder.form ? state.builder : deriveState(builder, state.builder) };
}

/** One step; `at` is its time in milliseconds, which separates continued typing from a new start. */
function reduceDocument(
  state: DocumentState,
  { at, ...action }: DocumentAction & { readonly at: number },
): DocumentState {
  const { timeline } = state;
  const document = timeline.present;
  switch (action.type) {
    case 'builder': {
      const builder = reduceBuilder(state.builder, action.action);
      // Values around the form are in no undo step.
      if (builder.form === document.builder) return { ...state, builder };
      return { builder, timeline: record(timeline, { ...document, builder: builder.form }, at) };
    }
    case 'call':
      return {
        ...state,
        timeline: record(timeline, { ...document, call: editCall(document.call, action.action) }, at),
      };
    case 'surroundings':
      return { ...state, builder: reduceBuilder(state.builder, action) };
    case 'replace':
      return withTimeline(state, record(timeline, action.document, at));
    case 'undo':
      return withTimeline(state, undo(timeline));
  }
  return withTimeline(state, redo(timeline));
}

/** Whether something is kept in the tab. */
function hasTabStorage(): boolean {
  try {
    return sessionStorage.length > 0;
  } catch {
    // The storage is blocked.
    return false;
  }
}

/** Browsers limit the number of address changes per second. */
const SETTLE_MS = 400;

/** Keeps the document in the address and on the device, once typing settles and before the page is left. */
function useKeeping(state: DocumentState, { base, embedded }: Start) {
  const document = state.timeline.present;
  const [first] = useState(document);
  const latest = useLatest(document);
  // A document that was only opened isn't a draft yet.
  const kept = useRef(first);

  useEffect(() => {
    if (document === first) return undefined;
    const settle = async () => {
      // Loaded after the first edit: the page starts without links.
      const { writeAside } = await import('./writing.js');
      const { link, draft } = await writeAside(document, base);
      if (timer === undefined) return;
      if (!embedded) saveDraftText(draft);
      kept.current = document;
      history.replaceState(null, '', `${location.pathname}${location.search}${link.hash ? `#${link.hash}` : ''}`);
    };
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => {
      settle().catch((error: unknown) => {
        // Without a network the file may be missing: the draft is kept when the page is left.
        console.info('The link of this document was not written.', error);
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [document, base, embedded, first]);

  const keep = useCallback(() => {
    if (!embedded && latest() !== kept.current) saveDraft(latest(), base);
  }, [base, embedded, latest]);
  // Registered once, not with each edit: the listener is expensive to replace.
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [keep]);
}

/** Keeps the credentials in the tab. Their code loads if there are any, or once there are. */
function useCredentials(
  { builder: { surroundings } }: DocumentState,
  { embedded }: Start,
  dispatch: (action: DocumentAction) => void,
) {
  const { auth, authOrigin, authorize } = surroundings;
  useEffect(() => {
    if (embedded || (authorize === undefined && !hasTabStorage())) return;
    const keep = async () => {
      const { loadCredentials, saveCredentials } = await import('./tab-storage.js');
      if (authorize === undefined) dispatch({ type: 'surroundings', change: loadCredentials() });
      else saveCredentials({ auth, authOrigin });
    };
    void keep();
  }, [auth, authOrigin, authorize, embedded, dispatch]);
}

/** The document of the page with its undo steps, kept in the address and on the device. */
export function useDocument(start: Start) {
  const [state, reduce] = useReducer(reduceDocument, start, initialState);
  // Undefined if the opened link has no problem, or the message was closed.
  const [problem, setProblem] = useState(start.problem);
  const dispatch = useCallback((action: DocumentAction) => reduce({ ...action, at: performance.now() }), []);
  useKeeping(state, start);
  useCredentials(state, start, dispatch);

  // The first `{{name}}` of a document loads the code that inserts values.
  const awaits = awaitsReferences(state.builder.form);
  useEffect(() => {
    if (awaits) void loadReferences().then(() => dispatch({ type: 'surroundings', change: {} }));
  }, [awaits, dispatch]);

  // In the same frame as the page, like the shortcuts: a link opened in between would be lost.
  useLayoutEffect(() => {
    const open = async (hash: string) => {
      try {
        const { readLink } = await import('./link.js');
        const linked = await readLink(hash, start.base);
        dispatch({ type: 'replace', document: linked.document });
        setProblem(linked.problem);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    // The page's own changes of the address don't fire this event: a link was opened, or the user went back. The address itself may
    // already hold an earlier edit again, which settled in between.
    const onHashChange = ({ newURL }: HashChangeEvent) => void open(new URL(newURL).hash.slice(1));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [dispatch, start.base]);

  return { state, dispatch, problem, clearProblem: () => setProblem(undefined) };
}
