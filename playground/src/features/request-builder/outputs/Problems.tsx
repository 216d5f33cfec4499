import { FixButton } from '../FixButton.js';
import { Sentence } from '../../../ui/Code.js';
import type { OutputProps } from './output.js';

/** The problems that prevent the request, then what the API's description requires, then the warnings. */
export default function Problems({ state: { problems, missing, explanation }, dispatch }: OutputProps) {
  const { warnings } = explanation;
  if (problems.length + missing.length + warnings.length === 0)
    return <p className="empty">Nothing is wrong with this request.</p>;
  const entries = [
    ...problems.map((problem) => ({ severity: 'problem', tone: 'bad', text: problem.message, problem })),
    // What the description of an API requires has no code.
    ...missing.map((problem) => ({ severity: 'warning', tone: 'warn', text: problem.message, problem })),
    ...warnings.map((problem) => ({ severity: 'warning', tone: 'warn', text: problem.sentence, problem })),
  ];
  const first = entries.findIndex(({ problem }) => problem.fix !== undefined);
  return (
    <ul className="problems">
      {entries.map(({ severity, tone, text, problem: { code, help, fix } }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same text, and none has a state
        <li key={index} className={`problems-entry problems-${severity}`}>
          <span className={`badge badge-${tone}`}>{severity}</span>
          <p>
            <Sentence text={text} />
            {code !== undefined && (
              <>
                {' '}
                <a href={help} target="_blank" rel="noopener noreferrer">
                  {code}
                </a>
              </>
            )}
          </p>
          {fix && (
            <p className="problems-fix">
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
