import type { Step } from 'endpoint.js/explain';
import { useState } from 'react';
import { Code } from '../../../ui/Code.js';
import { withMasks } from '../../../secrets/secrets.js';
import type { OutputProps } from './output.js';
import { Sentence } from '../../../ui/containers.js';

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
export function Steps({ state, reveal }: OutputProps) {
  const { steps } = state.explanation;
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <StepView key={step.name} step={step} ordinal={index + 1} reveal={reveal} />
      ))}
    </ol>
  );
}
