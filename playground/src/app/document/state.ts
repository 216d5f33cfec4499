import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  reduceBuilder,
  deriveState,
  type BuilderAction,
  type BuilderState,
} from '../../features/request-builder/model/build.js';
import { useLatest } from '../../ui/rendering.js';
import type { Document } from './document.js';
import type { Start } from './start.js';
import { CREDENTIALS, save } from '../../storage/device.js';
import type * as writing from './writing.js';
import { record, redo, startTimeline, undo, type Timeline } from './timeline.js';
import { getReason } from '../../ui/text.js';

/** The document with its undo steps, and the builder's result. */
export interface DocumentState {
  readonly timeline: Timeline<Document>;
  readonly builder: BuilderState;
}

/** One step; `at` is its time in milliseconds, which separates continued typing from a new start. */
export type DocumentAction = (state: DocumentState, at: number) => DocumentState;

function initialState({ document, replaced, surroundings }: Start): DocumentState {
  const builder = deriveState(document.builder, undefined, surroundings);
  const timeline = startTimeline(document);
  return { timeline: replaced === undefined ? timeline : { ...timeline, past: [replaced] }, builder };
}

/** Keeps `builder` as long as its form is the timeline's. */
function withTimeline(state: DocumentState, timeline: Timeline<Document>): DocumentState {
  const { builder } = timeline.present;
  return { timeline, builder: builder === state.builder.form ? state.builder : deriveState(builder, state.builder) };
}

/** Edits the form of the builder, or the values around it, which are in no undo step. */
export const editBuilder =
  (action: BuilderAction): DocumentAction =>
  (state, at) => {
    const builder = reduceBuilder(state.builder, action);
    const { present } = state.timeline;
    if (builder.form === present.builder) return { ...state, builder };
    // An edit of the route may park rows; another form has other headers.
    const { route, headers } = present.builder;
    const isRoute = builder.form.route !== route && builder.form.headers === headers;
    const edited = isRoute ? { path: 'route', before: route, after: builder.form.route } : undefined;
    return { builder, timeline: record(state.timeline, { ...present, builder: builder.form }, at, edited) };
  };

export const editDocument =
  (edit: (document: Document) => Document): DocumentAction =>
  (state, at) =>
    withTimeline(state, record(state.timeline, edit(state.timeline.present), at));

export const UNDO: DocumentAction = (state) => withTimeline(state, undo(state.timeline));
export const REDO: DocumentAction = (state) => withTimeline(state, redo(state.timeline));

/** Browsers limit the number of address changes per second. */
const SETTLE_MS = 400;

/** The code that writes links and drafts. */
type Writing = typeof writing;
let loaded: Writing | undefined;

/** Loads the code that writes links and drafts; the page starts without it. */
async function loadWriting(): Promise<Writing> {
  loaded ??= await import('./writing.js');
  return loaded;
}

/** Loads the code for the first edit as soon as a field or a button has the focus: when the page is left, it is too late. */
function useWriting(embedded: boolean) {
  useEffect(() => {
    if (embedded) return undefined;
    const load = () => {
      // Without a network the file may be missing; the next edit asks for it again.
      loadWriting().catch((error: unknown) => console.info('Links and drafts can’t be written yet.', error));
    };
    addEventListener('focusin', load, { once: true });
    return () => removeEventListener('focusin', load);
  }, [embedded]);
}

/** Keeps the document in the address and on the device, once typing settles and before the page is left. */
function useKeeping(state: DocumentState, { base, embedded, isAhead }: Start) {
  const document = state.timeline.present;
  const [first] = useState(isAhead ? undefined : document);
  const latest = useLatest(document);
  // A document that was only opened isn't a draft yet.
  const kept = useRef(first);

  useEffect(() => {
    if (document === first) return undefined;
    const settle = async () => {
      const { saveDraftText, writeAside } = await loadWriting();
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
    if (!embedded && latest() !== kept.current) loaded?.keepDraft(latest(), base);
  }, [base, embedded, latest]);
  // Registered once, not with each edit: the listener is expensive to replace.
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [keep]);
}

/** Keeps the credentials in the tab, where closing it forgets them. */
function useCredentials({ builder: { surroundings } }: DocumentState, { embedded }: Start) {
  const { auth, authOrigin, authorize } = surroundings;
  // At once: the page may be left, or loaded again, right after the last character.
  useEffect(() => {
    if (!embedded && authorize !== undefined) save(CREDENTIALS, { auth, authOrigin }, 'tab');
  }, [auth, authOrigin, authorize, embedded]);
}

/** The document of the page with its undo steps, kept in the address and on the device. */
export function useDocument(start: Start) {
  const [state, setState] = useState(() => initialState(start));
  // Undefined if the opened link has no problem, or the message was closed.
  const [problem, setProblem] = useState(start.problem);
  const dispatch = useCallback((action: DocumentAction) => {
    const at = performance.now();
    setState((before) => action(before, at));
  }, []);
  useWriting(start.embedded);
  useKeeping(state, start);
  useCredentials(state, start);

  // In the same frame as the page, like the shortcuts: a link opened in between would be lost.
  useLayoutEffect(() => {
    let last: string | undefined;
    const open = async (url: string) => {
      last = url;
      const hash = new URL(url).hash.slice(1);
      try {
        const { readLink } = await import('./link.js');
        const linked = await readLink(hash, start.base);
        // A long link takes longer to read than one that was opened after it.
        if (last !== url) return;
        dispatch(editDocument(() => linked.document));
        setProblem(linked.problem);
      } catch (error) {
        if (last === url) setProblem(getReason(error));
      }
    };
    // The page's own changes of the address don't fire this event: a link was opened, or the user went back. The address itself may
    // already hold an earlier edit again, which settled in between.
    const onHashChange = ({ newURL }: HashChangeEvent) => void open(newURL);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [dispatch, start.base]);

  return { state, dispatch, problem, clearProblem: () => setProblem(undefined) };
}
