import type { Explanation, UrlRun } from 'endpoint.js/explain';
import { useCallback } from 'react';
import { Sentence } from '../../ui/Code.js';
import { CopyButton } from '../../ui/buttons.js';
import { useLatest } from '../../ui/rendering.js';
import { FixButton } from './fixes.js';
import { HighlightSpan, useHighlight } from './highlight/Highlight.js';
import { deriveRunSource, findSentence } from './highlight/subjects.js';
import type { BuilderProps, BuilderState } from './model/build.js';

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
export function RequestLine({ state, dispatch }: BuilderProps) {
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
