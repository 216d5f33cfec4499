import { Suspense, useId, useLayoutEffect, useRef, type PointerEvent, type Ref } from 'react';
import { lazyView } from '../../ui/lazy-view.js';
import type { Explanation, Span } from 'endpoint.js/explain';
import type { BuilderProps } from './model/build.js';
import { HighlightSpan, useHighlightStore } from './highlight/Highlight.js';
import { ignoreEnter, ProblemText } from '../../ui/fields.js';
import { findProblem, type Problem } from './model/problems.js';
import { usePaste, type PasteOptions } from './paste/use-paste.js';
import { deriveTokenSource, findMistake, findWarning, overlaps } from './highlight/subjects.js';
import { setText } from './model/edit.js';

// Only after a paste.
const PasteNotice = lazyView(() => import('./paste/PasteNotice.js'));

interface RouteMirrorProps extends Pick<BuilderProps['state'], 'explanation'> {
  readonly tokens: Explanation['tokens'];
  readonly route: string;
  /** Position of the problem. */
  readonly at: Span | undefined;
  readonly ref: Ref<HTMLDivElement>;
}

const NO_TOKENS: Explanation['tokens'] = [];

/** Tokens that have colours and explanations; a longer route ends in plain text, so that typing in it stays fast. */
const COLOURED = 240;

/** The coloured text of the route, under the field, whose own text is transparent. */
function RouteMirror({ explanation, tokens, route, at, ref }: RouteMirrorProps) {
  const method = tokens.find(({ kind }) => kind === 'method');
  const coloured = tokens.slice(0, COLOURED);
  // Everything from the first mistake on is one piece, with its sentence.
  const mistake = findMistake(explanation);
  const chooseMark = (token: Span, index: number) => {
    if (overlaps(token, at)) return ' route-problem';
    return findWarning(explanation, `token ${index}`) ? ' warned' : '';
  };
  return (
    <div className="route-mirror" aria-hidden="true" data-method={method?.text.toLowerCase()} ref={ref}>
      {coloured.map((token, index) => (
        <HighlightSpan
          // oxlint-disable-next-line react/no-array-index-key -- tokens never change places
          key={index}
          text={token.text}
          className={`route-token route-${token.kind}${chooseMark(token, index)}`}
          {...deriveTokenSource(explanation, Math.min(index, mistake))}
        />
      ))}
      {route.slice(coloured.at(-1)?.end ?? 0)}
      {at !== undefined && at.start >= route.length && <span className="route-problem route-end"> </span>}
      {/* Keeps the height of an empty line. */}
      {'\u200b'}
    </div>
  );
}

/** The element of the mirror with the token in or before the caret. */
function findTokenAtCaret(tokens: readonly Span[], caret: number, mirror: Element | null): Element | undefined {
  const index = tokens.findIndex(({ start, end }) => (caret === 0 ? start === 0 : start < caret && caret <= end));
  return index === -1 || index >= COLOURED ? undefined : mirror?.children[index];
}

/** The mirror's token under the pointer, which is over the field. */
function findTokenUnder({ clientX, clientY }: PointerEvent): Element | undefined {
  return document.elementsFromPoint(clientX, clientY).find((element) => element.classList.contains('route-token'));
}

/** The field's label, and its problem: beside the label, so that nothing moves while a half-typed route is invalid with every other key. */
function RouteHead({ id, problem }: { readonly id: string; readonly problem: Problem | undefined }) {
  return (
    <div className="route-head">
      <label className="field-label note" htmlFor={id}>
        Route
      </label>
      {problem && <ProblemText id={`${id}-problem`}>{problem.message}</ProblemText>}
    </div>
  );
}

/** Writes the text of a field: React would write it a second time, as its default. */
function write(field: HTMLTextAreaElement | null, text: string): void {
  if (field && field.value !== text) field.value = text;
}

/** A native field over a coloured copy of its text. */
export function RouteField({ state, dispatch, ...pasting }: BuilderProps & PasteOptions) {
  const { form, explanation } = state;
  // Without a route the explanation is about the url of the options.
  const tokens = explanation.route === form.route ? explanation.tokens : NO_TOKENS;
  const problem = findProblem(state.problems, 'route');
  const id = useId();
  const mirror = useRef<HTMLDivElement>(null);
  const highlights = useHighlightStore();
  const { field, onPaste, ...paste } = usePaste({ state, dispatch }, pasting);

  // Recorded when it moves: reading it from the field after each change would cost a second layout.
  const caret = useRef<number>(undefined);
  const highlightCaret = () => {
    if (caret.current !== undefined) highlights.focus(findTokenAtCaret(tokens, caret.current, mirror.current));
  };
  // The caret may be on another token now.
  useLayoutEffect(highlightCaret, [tokens, highlights]);
  useLayoutEffect(() => write(field.current, form.route));

  return (
    <div className="route box contained">
      <RouteHead id={id} problem={problem} />
      {/* An edit makes browsers visit all fields of its form, or all fields without a form: this one is alone in its form. */}
      <form className="mirrored">
        <RouteMirror explanation={explanation} tokens={tokens} route={form.route} at={problem?.at} ref={mirror} />
        <textarea
          id={id}
          ref={field}
          className="input route-input"
          rows={1}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-multiline="false"
          aria-describedby={problem && `${id}-problem`}
          aria-invalid={problem ? true : undefined}
          placeholder="GET /repos/{owner}/{repo}/issues{?state,page}"
          onChange={({ target }) => {
            caret.current = target.selectionStart;
            const value = target.value.replaceAll(/[\r\n]+/g, ' ');
            write(target, value);
            dispatch(setText('route', value));
          }}
          onKeyDown={ignoreEnter}
          onSelect={(event) => {
            caret.current = event.currentTarget.selectionStart;
            highlightCaret();
          }}
          onBlur={() => (caret.current = undefined)}
          onPaste={onPaste}
          onPointerMove={(event) => highlights.hover(event.pointerType === 'touch' ? undefined : findTokenUnder(event))}
          onScroll={(event) => mirror.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </form>
      <Suspense fallback={null}>
        {paste.result && (
          <PasteNotice result={paste.result} paste={paste} dispatch={dispatch} onSaveAll={pasting.onSaveAll} />
        )}
      </Suspense>
    </div>
  );
}
