import type { Explanation, UrlRun } from 'endpoint.js/explain';
import { useCallback } from 'react';
import { Sentence } from '../../ui/Code.js';
import { CopyButton } from '../../ui/buttons.js';
import { describeCount } from '../../ui/count.js';
import { useLatest } from '../../ui/rendering.js';
import { FixButton } from './FixButton.js';
import { HighlightSpan, useHighlight } from './highlight/Highlight.js';
import { deriveRunSource, findSentence } from './highlight/subjects.js';
import { revealAuth, type BuilderProps, type BuilderState } from './model/build.js';
import { findWarning, type Warning } from './model/warnings.js';
import type { OutputName } from './outputs/Outputs.js';
import { SendBar } from './send/SendBar.js';
import type { Sender } from './send/sending.js';

/** The sentence that explains the highlight, or its warning with the fix. */
function Why({ explanation, dispatch }: { readonly explanation: Explanation } & Pick<BuilderProps, 'dispatch'>) {
  const highlight = useHighlight();
  const sentence = highlight && findSentence(explanation, highlight.from);
  const warning = highlight && findWarning(explanation, highlight.from);
  return (
    <div className="why" data-empty={sentence === undefined}>
      <p className={warning && 'warning'}>
        {sentence === undefined ? (
          'Point at or tap a part of the route, the url or the request to see where it comes from, and why.'
        ) : (
          <Sentence text={warning?.sentence ?? sentence} />
        )}
      </p>
      {warning?.fix && <FixButton fix={warning.fix} dispatch={dispatch} />}
    </div>
  );
}

function describeState({ problems, missing, explanation }: BuilderState): [tone: string, text: string] {
  if (problems.length > 0) return ['failed', describeCount(problems.length, 'problem')];
  const warnings = missing.length + explanation.warnings.length;
  return warnings === 0 ? ['ok', 'Built'] : ['warned', `Built, ${describeCount(warnings, 'warning')}`];
}

function chooseClass({ source }: UrlRun, warning: Warning | undefined): string {
  return `url-run url-${source.kind}${'role' in source ? ` url-${source.role}` : ''}${warning ? ' warned' : ''}`;
}

function findMethod({ request, tokens }: Explanation): string {
  return request?.method ?? tokens.find(({ kind }) => kind === 'method')?.text.toLowerCase() ?? 'get';
}

interface RequestLineProps extends BuilderProps {
  readonly sender: Sender;
  /** Opens a view of the request. */
  readonly onOutput: (name: OutputName) => void;
}

/** Method and URL of the built request, as far as they are known, the explanation of the highlight, and the button that sends it. */
export function RequestLine({ state, dispatch, sender, onOutput }: RequestLineProps) {
  const { problems, built, explanation } = state;
  const stale = problems.length > 0;
  // The known part of a half-typed route; if there is none, the last built request.
  const shown = explanation.url.length > 0 ? explanation : built;
  const last = stale && shown === built;
  const method = shown === undefined ? '' : findMethod(shown);
  const latest = useLatest(state);
  const url = useCallback(() => revealAuth(latest()).request?.url ?? '', [latest]);
  const [tone, text] = describeState(state);
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
                className={chooseClass(run, findWarning(shown, `run ${index}`))}
                {...deriveRunSource(shown, run, index)}
              />
            ))}
          </code>
        </div>
      )}
      <div className="request-line-end">
        {fix && <FixButton fix={fix} dispatch={dispatch} />}
        <output>
          <button
            type="button"
            className={`state state-${tone}`}
            title="Open Problems"
            onClick={() => onOutput('Problems')}
          >
            {text}
          </button>
        </output>
        {built !== undefined && <CopyButton text={url} label="URL" stale={stale} />}
        <SendBar sender={sender} />
      </div>
      <Why explanation={explanation} dispatch={dispatch} />
    </section>
  );
}
