import { FixButton } from '../FixButton.js';
import type { Form } from '../model/form.js';
import type { OutputProps } from './output.js';
import { listUnresolved } from '../model/problems.js';
import { Sentence } from '../../../ui/containers.js';

/** The form in which a variable of the pasted text is ordinary text. */
export function keepAsText(form: Form, variable: string): Form {
  const unresolved = listUnresolved(form.unresolved).filter((each) => each !== variable);
  return { ...form, unresolved: unresolved.join(' ') };
}

interface KeepAsTextProps extends Pick<OutputProps, 'dispatch'> {
  readonly variable: string;
}

/** Makes a variable of a pasted text ordinary text. */
function KeepAsText({ variable, dispatch }: KeepAsTextProps) {
  return (
    <p className="problems-fix">
      <button
        type="button"
        className="button fix"
        onClick={() => dispatch({ type: 'edit', edit: (form) => keepAsText(form, variable) })}
      >
        Send <code>{variable}</code> as text
      </button>
    </p>
  );
}

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
      {entries.map(({ severity, tone, text, problem }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same text, and none has a state
        <li key={index} className={`problems-entry problems-${severity}`}>
          <span className={`badge badge-${tone}`}>{severity}</span>
          <p>
            <Sentence text={text} />
            {problem.code !== undefined && (
              <>
                {' '}
                <a href={problem.help} target="_blank" rel="noopener noreferrer">
                  {problem.code}
                </a>
              </>
            )}
          </p>
          {'unresolved' in problem && <KeepAsText variable={problem.unresolved} dispatch={dispatch} />}
          {problem.fix && (
            <p className="problems-fix">
              <FixButton fix={problem.fix} dispatch={dispatch} />
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
