import { isSecretName } from '../../../secrets/secrets.js';
import type { SentRequest } from '../record.js';

/** Method, address and headers, with secrets masked. */
export function RequestHead({ request: { url, headers } }: { readonly request: SentRequest }) {
  return (
    <details className="wire-head">
      <summary>
        <code>POST {url}</code> <span>{headers.length} headers</span>
      </summary>
      <dl className="fields-list">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{isSecretName(name.replace(/-bin$/, '')) ? '••••••••' : value}</dd>
          </div>
        ))}
      </dl>
      <p className="empty">Set by the client; the browser adds its own.</p>
    </details>
  );
}
