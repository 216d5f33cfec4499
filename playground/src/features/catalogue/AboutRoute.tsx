import type { Operation } from './catalogue.js';

/** The catalogue's description of a route and its parameters. */
export function AboutRoute({ operation }: { readonly operation: Operation }) {
  const { summary, method, path, parameters } = operation;
  const count = parameters.length === 1 ? '1 parameter' : `${parameters.length} parameters`;
  return (
    <details className="about box">
      <summary>
        <b>{summary || `${method} ${path}`}</b> <span className="about-count note">{count}</span>
      </summary>
      <dl className="about-list">
        {parameters.map(({ name, place, required, type, description }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code className="variable">{name}</code>{' '}
              <span className={required ? 'tag tag-required' : 'tag'}>{required ? 'required' : 'optional'}</span>
            </dt>
            <dd>
              <span className="note">
                {place === 'data' ? 'the whole body' : place}
                {type !== '' && (
                  <>
                    , <code>{type}</code>
                  </>
                )}
              </span>
              {description !== '' && <p>{description}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
