import type { Explanation, Span } from 'endpoint.js/explain';
import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type Dispatch, type PointerEvent } from 'react';
import { ProblemText } from '../../../ui/controls/ProblemText.js';
import type { Form, FormAction } from '../model/form.js';
import { findHighlight, useHighlightStore } from '../highlight/HighlightContext.js';
import type { Highlight } from '../highlight/store.js';
import { deriveTokenSource } from '../highlight/subjects.js';
import { looksPasteable } from '../paste/detect.js';
import { PasteNotice, type Pasted } from '../paste/PasteNotice.js';
import type { Problem } from '../model/problems.js';
import { RouteMirror } from './RouteMirror.js';

interface RouteFieldProps {
  readonly form: Form;
  readonly explanation: Explanation;
  readonly problem: Problem | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

/** The token that the caret is in or behind. */
function findHighlightAtCaret(explanation: Explanation, caret: number): Highlight | undefined {
  const index = explanation.tokens.findIndex(({ start, end }) =>
    caret === 0 ? start === 0 : start < caret && caret <= end,
  );
  if (index === -1) return undefined;
  const { subjects, from } = deriveTokenSource(explanation, index);
  return { subject: subjects.split(' ', 1)[0] ?? '', from };
}

/** The piece of the mirror under the pointer, which is over the field. */
function findHighlightUnder({ clientX, clientY }: PointerEvent): Highlight | undefined {
  const token = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element.classList.contains('route-token'));
  return token && findHighlight(token);
}

function findSpan({ problem: explained }: Explanation, problem: Problem | undefined): Span | undefined {
  if (problem?.position === undefined) return undefined;
  return explained?.at ?? { start: problem.position, end: problem.position + 1 };
}

/** Takes a pasted request apart, or puts the text where the caret is. */
function usePaste(form: Form, dispatch: Dispatch<FormAction>) {
  const [pasted, setPasted] = useState<Pasted>();
  const insert = (text: string, start: number, end: number) =>
    dispatch({ type: 'text', field: 'route', value: form.route.slice(0, start) + text + form.route.slice(end) });
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!looksPasteable(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const take = async () => {
      const { takeApart } = await import('../paste/paste.js');
      const taken = takeApart(text, form);
      if (taken === undefined) return insert(text.replaceAll(/\s+/g, ' '), selectionStart, selectionEnd);
      dispatch({ type: 'load', form: taken.form });
      setPasted({ what: taken.what, notes: taken.notes, before: form });
    };
    void take();
  };
  return { onPaste, pasted, clear: () => setPasted(undefined) };
}

/** A native field over its own text in colours. */
export function RouteField({ form, explanation, problem, dispatch }: RouteFieldProps) {
  const { route } = form;
  const id = useId();
  const mirror = useRef<HTMLDivElement>(null);
  const highlights = useHighlightStore();
  const { onPaste, pasted, clear } = usePaste(form, dispatch);

  // Noted when it moves: asking the field after each change would have it laid out twice.
  const caret = useRef<number>(undefined);
  const highlightCaret = () => {
    if (caret.current !== undefined) highlights.focus(findHighlightAtCaret(explanation, caret.current));
  };
  // The caret may stand on something else now.
  useLayoutEffect(highlightCaret, [explanation, highlights]);

  return (
    <div className="route box contained">
      {/* Beside the label, so that nothing moves while a route is being typed and is wrong with every other key. */}
      <div className="route-head">
        <label className="field-label" htmlFor={id}>
          Route
        </label>
        {problem && <ProblemText id={`${id}-problem`}>{problem.message}</ProblemText>}
      </div>
      {/* Browsers look over all fields of a form at each edit of one, or over all that are in none. */}
      <form className="route-field">
        <RouteMirror explanation={explanation} route={route} at={findSpan(explanation, problem)} ref={mirror} />
        <textarea
          id={id}
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
          value={route}
          onChange={({ target }) => {
            caret.current = target.selectionStart;
            dispatch({ type: 'text', field: 'route', value: target.value.replaceAll(/[\r\n]+/g, ' ') });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          onSelect={(event) => {
            caret.current = event.currentTarget.selectionStart;
            highlightCaret();
          }}
          onBlur={() => (caret.current = undefined)}
          onPaste={onPaste}
          onPointerMove={(event) =>
            highlights.hover(event.pointerType === 'touch' ? undefined : findHighlightUnder(event))
          }
          onScroll={(event) => mirror.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </form>
      {pasted && <PasteNotice pasted={pasted} dispatch={dispatch} onClose={clear} />}
    </div>
  );
}
