import { FixButton } from '../FixButton.js';
import { Sentence } from '../../../ui/Code.js';
import type { OutputProps } from './output.js';

/** The page with a heading for each code. */
const GUIDE = 'https://endpoint-js.github.io/endpoint.js/guides/errors.html';

/** The problems that prevent the request, then what the API's description requires, then the warnings. */
export default function Problems({ state: { problems, missing, explanation }, dispatch }: OutputProps) {
  const { warnings } = explanation;
  if (problems.length + missing.length + warnings.length === 0)
    return <p className="empty">Nothing is wrong with this request.</p>;
  const entries = [
    ...problems.map(({ message, code, fix }) => ({ severity: 'problem', tone: 'bad', text: message, code, fix })),
    // What the description of an API requires has no code.
    ...missing.map(({ message, code, fix }) => ({ severity: 'warning', tone: 'warn', text: message, code, fix })),
    ...warnings.map(({ sentence, code, fix }) => ({ severity: 'warning', tone: 'warn', text: sentence, code, fix })),
  ];
  const first = entries.findIndex(({ fix }) => fix !== undefined);
  return (
    <ul className="problems">
      {entries.map(({ severity, tone, text, code, fix }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same text, and none has a state
        <li key={index} className={`problems-entry problems-${severity}`}>
          <span className={`badge badge-${tone}`}>{severity}</span>
          <p>
            <Sentence text={text} />
            {code !== undefined && (
              <>
                {' '}
                <a href={`${GUIDE}#${code}`} target="_blank" rel="noopener noreferrer">
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
