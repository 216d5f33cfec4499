import { FixButton } from '../FixButton.js';
import { Help } from './Help.js';
import type { OutputProps } from './output.js';
import { Sentence } from '../../../ui/containers.js';

/** The problems that prevent the request, then what the API's description requires, then the warnings. */
export function Problems({ state: { problems, missing, explanation }, dispatch }: OutputProps) {
  const { warnings } = explanation;
  if (problems.length + missing.length + warnings.length === 0)
    return <p className="empty">Nothing is wrong with this request.</p>;
  const entries = [
    ...problems.map((problem) => ({ severity: 'problem', tone: 'bad', text: problem.message, ...problem })),
    // What the description of an API requires has no code.
    ...missing.map((problem) => ({ severity: 'warning', tone: 'warn', text: problem.message, ...problem })),
    ...warnings.map((warning) => ({
      severity: 'warning',
      tone: 'warn',
      text: warning.sentence,
      accept: undefined,
      ...warning,
    })),
  ];
  const first = entries.findIndex(({ fix }) => fix !== undefined);
  return (
    <ul className="problems">
      {entries.map(({ severity, tone, text, code, help, accept, fix }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same text, and none has a state
        <li key={index} className={`problems-entry wrap problems-${severity}`}>
          <span className={`badge badge-${tone}`}>{severity}</span>
          <p>
            <Sentence text={text} />
            {code !== undefined && (
              <>
                {' '}
                <Help code={code} address={help} />
              </>
            )}
          </p>
          {accept && (
            <p className="problems-fix flow">
              <button
                type="button"
                className="button fix"
                onClick={() => dispatch({ type: 'load', form: accept.form })}
              >
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
