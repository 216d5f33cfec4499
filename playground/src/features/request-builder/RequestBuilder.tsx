import type { Explanation, UrlRun } from 'endpoint.js/explain';
import { useCallback, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Sentence } from '../../ui/Code.js';
import { CopyButton } from '../../ui/buttons.js';
import { useLatest } from '../../ui/rendering.js';
import type { BuilderProps, BuilderState } from './model/build.js';
import { applyFixTo, FixButton } from './fixes.js';
import { Inputs } from './inputs/Inputs.js';
import type { ParameterNotes } from './inputs/Parameters.js';
import { HighlightArea, HighlightSpan, useHighlight } from './highlight/Highlight.js';
import { deriveRunSource, findSentence } from './highlight/subjects.js';
import { Outputs } from './outputs/Outputs.js';
import { RouteField } from './RouteField.js';
import { Send, type SendHandle } from './send/Send.js';

interface RequestBuilderProps extends BuilderProps {
  /** Descriptions of parameters, by name. */
  readonly notes?: ParameterNotes | undefined;
  /** Address of the bridge to a server that can send requests too. */
  readonly bridge?: string | undefined;
  /** Content below the built request. */
  readonly children?: ReactNode;
}

/** A route and its options on one side, the request built from them on the other; pieces that belong together are highlighted together. */
export function RequestBuilder({ state, dispatch, notes, bridge, children }: RequestBuilderProps) {
  const { form, problems, explanation } = state;
  const sender = useRef<SendHandle>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 'Enter') sender.current?.send();
    if (event.key !== '.') return;
    const fix = [...problems, ...explanation.warnings].find((each) => each.fix !== undefined)?.fix;
    if (fix === undefined) return;
    event.preventDefault();
    dispatch({ type: 'load', form: applyFixTo(form, fix) });
  };
  return (
    <HighlightArea className="builder" onKeyDown={onKeyDown}>
      <RouteField state={state} dispatch={dispatch} />
      <RequestLine state={state} dispatch={dispatch} />
      <div className="columns">
        <div className="column" data-part="inputs">
          <Inputs state={state} notes={notes} dispatch={dispatch} />
        </div>
        <div className="column column-result" data-part="outputs">
          <Outputs state={state} dispatch={dispatch} />
          <Send state={state} bridge={bridge} ref={sender} />
          {children}
        </div>
      </div>
    </HighlightArea>
  );
}

/** The sentence that explains the highlight. */
function Why({ explanation }: { readonly explanation: Explanation }) {
  const highlight = useHighlight();
  const sentence = highlight && findSentence(explanation, highlight.from);
  return (
    <p className="why" data-empty={sentence === undefined}>
      {sentence === undefined ? (
        'Point at or tap a part of the route, the url or the request to see where it comes from, and why.'
      ) : (
        <Sentence text={sentence} />
      )}
    </p>
  );
}

function describeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function describeState({ problems, explanation: { warnings } }: BuilderState): string {
  if (problems.length > 0) return describeCount(problems.length, 'problem');
  return warnings.length === 0 ? 'Built' : `Built, ${describeCount(warnings.length, 'warning')}`;
}

function chooseClass({ source }: UrlRun): string {
  return `url-run url-${source.kind}${'role' in source ? ` url-${source.role}` : ''}`;
}

function findMethod({ request, tokens }: Explanation): string {
  return request?.method ?? tokens.find(({ kind }) => kind === 'method')?.text.toLowerCase() ?? 'get';
}

/** Method and URL of the built request, as far as they are known, and the explanation of the highlight. */
function RequestLine({ state, dispatch }: BuilderProps) {
  const { problems, built, explanation, form } = state;
  const stale = problems.length > 0;
  // The known part of a half-typed route; if there is none, the last built request.
  const shown = explanation.url.length > 0 ? explanation : built;
  const last = stale && shown === built;
  const method = shown === undefined ? '' : findMethod(shown);
  const latest = useLatest(built);
  const url = useCallback(() => latest()?.request.url ?? '', [latest]);
  const fix = problems.find((problem) => problem.fix !== undefined)?.fix;
  return (
    <section className="request-line box contained" aria-label="Built request" data-stale={last}>
      {shown !== undefined && (
        <div className="request-line-text">
          <span className="method" data-method={method}>
            {method.toUpperCase()}
          </span>
          <code className="url">
            {shown.url.map((run, index) => (
              <HighlightSpan
                // oxlint-disable-next-line react/no-array-index-key -- runs never change places
                key={index}
                text={run.text}
                className={chooseClass(run)}
                {...deriveRunSource(shown, run, index)}
              />
            ))}
          </code>
        </div>
      )}
      <div className="request-line-end">
        {fix && <FixButton form={form} fix={fix} dispatch={dispatch} />}
        <output className={stale ? 'state state-failed' : 'state state-ok'}>{describeState(state)}</output>
        {built !== undefined && <CopyButton text={url} label="URL" />}
      </div>
      <Why explanation={explanation} />
    </section>
  );
}
