import type { Explanation, UrlRun } from 'endpoint.js/explain';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject, memo } from 'react';
import { CopyButton, useElapsed } from '../../ui/buttons.js';
import { Method } from '../../ui/Method.js';
import { describeCount } from '../../ui/text.js';
import { useLatest } from '../../ui/rendering.js';
import { FixButton } from './FixButton.js';
import { HighlightSpan, useHighlight, useHighlightStore } from './highlight/Highlight.js';
import {
  deriveRunSource,
  deriveTokenSource,
  findMistake,
  findSentence,
  findWarning,
  NO_SOURCE,
  type Warning,
} from './highlight/subjects.js';
import { revealAuth, type BuilderProps, type BuilderState } from './model/build.js';
import type { OutputName } from './outputs/Outputs.js';
import type { Sender } from './send/sending.js';
import { findMethod } from './model/explain-form.js';
import { Sentence } from '../../ui/containers.js';

/** Answers usually come faster; a double click on Send must not cancel. */
const CANCEL_AFTER_MS = 400;

/** Sends the request, or cancels it. */
const SendBar = memo(function SendBar({ sender }: { readonly sender: Sender }) {
  const { startedAt, able, sent, send, cancel } = sender;
  const elapsed = useElapsed(startedAt);
  const running = startedAt !== undefined;
  const cancellable = running && elapsed >= CANCEL_AFTER_MS;
  const onClick = () => {
    if (cancellable) cancel();
    else send();
  };
  return (
    <>
      {/* One button, which keeps the focus; not `disabled`, which would lose it. */}
      <button
        type="button"
        className="button button-primary send-button"
        aria-label={cancellable ? 'Cancel request' : 'Send request'}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        aria-disabled={!running && !able}
        aria-busy={running}
        // A held key would send again after each response.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={onClick}
      >
        {cancellable ? (
          <>
            Cancel <span className="elapsed-time">{(elapsed / 1000).toFixed(1)} s</span>
          </>
        ) : (
          'Send'
        )}
      </button>
      <output className="visually-hidden">{running ? '' : sent?.summary}</output>
    </>
  );
});

/** Clauses of a sentence that are shown at first: one expression may have a thousand variables. */
const CLAUSES = 5;

/** A sentence of any number of clauses; the later ones are shown on request. */
function ClampedSentence({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const clauses = text.split('; ');
  const left = clauses.length - CLAUSES;
  if (whole || left < 2) return <Sentence text={text} />;
  return (
    <>
      <Sentence text={`${clauses.slice(0, CLAUSES).join('; ')}; `} />
      <button type="button" className="button button-quiet why-more" onClick={() => setWhole(true)}>
        and {left.toLocaleString('en')} more
      </button>
    </>
  );
}

/** The sentence that explains the highlight, or its warning with the fix; and the fix of the first problem, which moves nothing here. */
function Why({ state: { explanation, problems }, dispatch }: BuilderProps) {
  const highlight = useHighlight();
  const sentence = highlight && findSentence(explanation, highlight.from, problems);
  const warning = highlight && findWarning(explanation, highlight.from);
  const problemFix = problems.find(({ fix }) => fix !== undefined)?.fix;
  return (
    <div className="why" data-empty={sentence === undefined}>
      <p className={warning && 'warning'}>
        {sentence === undefined ? (
          'Point at or tap a part of the route, the url or the request to see where it comes from, and why.'
        ) : (
          <ClampedSentence key={sentence} text={warning?.sentence ?? sentence} />
        )}
      </p>
      {warning?.fix && <FixButton fix={warning.fix} dispatch={dispatch} />}
      {problemFix && <FixButton fix={problemFix} dispatch={dispatch} />}
    </div>
  );
}

function describeState({ problems, missing, explanation, request }: BuilderState): [tone: string, text: string] {
  if (request === undefined) return ['failed', describeCount(problems.length, 'problem')];
  if (problems.length > 0) return ['warned', 'Built, can’t be sent'];
  const warnings = missing.length + explanation.warnings.length;
  return warnings === 0 ? ['ok', 'Built'] : ['warned', `Built, ${describeCount(warnings, 'warning')}`];
}

function chooseClass({ source }: UrlRun, warning: Warning | undefined): string {
  return `url-run url-${source.kind}${'role' in source ? ` url-${source.role}` : ''}${warning ? ' warned' : ''}`;
}

/** Runs of the url that are shown at first. */
const RUNS = 160;

/** The url, run by run; the end of a very long one is shown on request. */
function Url({ explanation }: { readonly explanation: Explanation }) {
  const [whole, setWhole] = useState(false);
  const { url } = explanation;
  const shown = whole ? url : url.slice(0, RUNS);
  const left = url.slice(shown.length).reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      {shown.map((run, index) => (
        <HighlightSpan
          // oxlint-disable-next-line react/no-array-index-key -- runs never change places
          key={index}
          text={run.text}
          breaks
          className={chooseClass(run, findWarning(explanation, `run ${index}`))}
          {...deriveRunSource(explanation, run, index)}
        />
      ))}
      {left > 0 && (
        <button type="button" className="button button-quiet" onClick={() => setWhole(true)}>
          and {left.toLocaleString('en')} more characters
        </button>
      )}
    </>
  );
}

/** The end of the route that isn't in the url yet, with the explanation of its mistake. */
function Unread({ text, explanation }: { readonly text: string; readonly explanation: Explanation }) {
  const mistake = findMistake(explanation);
  const { start = explanation.route.length } = explanation.tokens[mistake] ?? {};
  const before = text.slice(0, Math.max(0, start - (explanation.route.length - text.length)));
  const source = mistake === explanation.tokens.length ? NO_SOURCE : deriveTokenSource(explanation, mistake);
  return (
    <>
      {before !== '' && <HighlightSpan text={before} className="url-unread" {...NO_SOURCE} />}
      <HighlightSpan text={text.slice(before.length)} className="url-unread" {...source} />
    </>
  );
}

/** Highlights the most telling value of the url at the start: one that was encoded, else the last. Attach the ref to the url. */
function useFirstHighlight(isFirst: boolean): RefObject<HTMLElement | null> {
  const url = useRef<HTMLElement>(null);
  const highlights = useHighlightStore();
  useLayoutEffect(() => {
    const values = [...(url.current?.querySelectorAll('.url-value') ?? [])];
    if (isFirst) highlights.focus(values.find(({ textContent }) => textContent.includes('%')) ?? values.at(-1));
  }, [isFirst, highlights]);
  return url;
}

interface RequestLineProps extends BuilderProps {
  readonly sender: Sender;
  /** Opens a view of the request. */
  readonly onOutput: (name: OutputName) => void;
  /** Whether a part of the url is highlighted at the start, as an example. */
  readonly isFirst: boolean;
}

/** Method and URL of the request, as far as the form describes them, and the explanation of the highlight. */
export function RequestLine({ state, dispatch, sender, onOutput, isFirst }: RequestLineProps) {
  const url = useFirstHighlight(isFirst);
  const { explanation, unread, request } = state;
  const method = findMethod(explanation);
  const latest = useLatest(state);
  const copiedUrl = useCallback(() => revealAuth(latest()).request?.url ?? '', [latest]);
  const [tone, text] = describeState(state);
  return (
    <section className="request-line box contained" aria-label="Request line">
      <div className="request-line-text">
        {method !== '' && <Method name={method} />}
        <code className="url" ref={url}>
          <Url explanation={explanation} />
          {unread !== '' && <Unread text={unread} explanation={explanation} />}
        </code>
      </div>
      <div className="request-line-end flow">
        <output>
          <button
            type="button"
            className={`state state-${tone}`}
            title="Open the problems and warnings"
            onClick={() => onOutput('Why')}
          >
            {text}
          </button>
        </output>
        <CopyButton text={request && copiedUrl} label="URL" />
        <SendBar sender={sender} />
      </div>
      <Why state={state} dispatch={dispatch} />
    </section>
  );
}
