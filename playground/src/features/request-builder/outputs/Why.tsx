import type { Step } from 'endpoint.js/explain';
import { useState } from 'react';
import { withMasks } from '../../../secrets/secrets.js';
import { Code } from '../../../ui/Code.js';
import { Sentence } from '../../../ui/containers.js';
import { IS_RELEASED } from '../../../ui/released.js';
import { FixButton } from '../FixButton.js';
import type { OutputProps } from './output.js';

interface HelpProps {
  readonly code: string;
  readonly address: string | undefined;
  readonly isReleased?: boolean;
}

/** The code of a problem, as a link to its documentation, or with the command that serves it until the site is public. */
export function Help({ code, address = '', isReleased = IS_RELEASED }: HelpProps) {
  if (!isReleased)
    return (
      <>
        <code>{code}</code>{' '}
        <span className="note">npm run docs serves {address.slice(address.indexOf('guides/'))}</span>
      </>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {code}
    </a>
  );
}

/** The problems that prevent the request, then what the API's description requires, then the warnings. */
export function Problems({ state: { problems, missing, explanation }, dispatch }: OutputProps) {
  const { warnings } = explanation;
  if (problems.length + missing.length + warnings.length === 0)
    return <p className="empty">Nothing is wrong with this request.</p>;
  const entries = [
    ...problems.map((problem) => ({ severity: 'problem', ...problem })),
    // What the description of an API requires has no code.
    ...missing.map((problem) => ({ severity: 'warning', ...problem })),
    ...warnings.map(({ sentence, ...warning }) => ({
      severity: 'warning',
      message: sentence,
      accept: undefined,
      ...warning,
    })),
  ];
  const first = entries.findIndex(({ fix }) => fix !== undefined);
  return (
    <ul className="problems">
      {entries.map(({ severity, message, code, help, accept, fix }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same text, and none has a state
        <li key={index} className={`problems-entry wrap problems-${severity}`}>
          <span className={`badge badge-${severity === 'problem' ? 'bad' : 'warn'}`}>{severity}</span>
          <p>
            <Sentence text={message} />
            {code !== undefined && (
              <>
                {' '}
                <Help code={code} address={help} />
              </>
            )}
          </p>
          {accept && (
            <p className="problems-fix flow">
              <button type="button" className="button fix" onClick={() => dispatch(() => accept.form)}>
                <Sentence text={accept.label} />
              </button>
            </p>
          )}
          {fix && (
            <p className="problems-fix flow">
              <FixButton fix={fix} dispatch={dispatch} />
              {index === first && (
                <span className="shortcut">
                  <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>.</kbd>
                </span>
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const STATES: Readonly<Record<Step['state'], string>> = { done: 'done', failed: 'failed here', skipped: 'not reached' };

function Value({ title, step, value }: { readonly title: string; readonly step: string; readonly value: unknown }) {
  return (
    <div className="step-value">
      <h3 className="step-title note">{title}</h3>
      {value === undefined ? (
        <p className="empty">nothing</p>
      ) : (
        <Code text={JSON.stringify(value, null, 2)} label={`${title} ${step}`} />
      )}
    </div>
  );
}

interface StepViewProps {
  readonly step: Step;
  readonly ordinal: number;
  readonly reveal: boolean;
}

function StepView({ step, ordinal, reveal }: StepViewProps) {
  const { name, state, sentence } = step;
  const [open, setOpen] = useState(name === 'expand');
  const show = (value: unknown) => (reveal ? value : withMasks(value));
  return (
    <li>
      <details className="step" data-state={state} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="step-head">
          <span className="step-name">
            {ordinal}. {name}
          </span>
          {state !== 'done' && <span className="step-state">{STATES[state]}</span>}
          <span className="step-sentence muted">
            <Sentence text={sentence} />
          </span>
        </summary>
        {open && (
          <div className="step-values">
            <Value title="Before" step={name} value={show(step.before)} />
            <Value title="After" step={name} value={show(step.after)} />
          </div>
        )}
      </details>
    </li>
  );
}

/** The stages of the builder, with the values before and after each. */
function Steps({ state, reveal }: OutputProps) {
  const { steps } = state.explanation;
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <StepView key={step.name} step={step} ordinal={index + 1} reveal={reveal} />
      ))}
    </ol>
  );
}

/** What is wrong or surprising, and how the builder came to the request, step by step. */
export default function Why(props: OutputProps) {
  return (
    <div className="why-view">
      <Problems {...props} />
      <Steps {...props} />
    </div>
  );
}
