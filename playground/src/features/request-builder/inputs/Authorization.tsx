import { Choice, Field, SecretInput } from '../../../ui/fields.js';
import { isOpen } from '../../../secrets/secrets.js';
import { planAuth } from '../model/auth.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { type AuthField, findProblem, type Problem } from '../model/problems.js';
import type { Auth } from '../model/surroundings.js';

interface Kind {
  readonly label: string;
  readonly empty: Auth;
  readonly fields: readonly { readonly field: AuthField; readonly label: string; readonly secret?: boolean }[];
}

/** The kinds of credentials, with their fields. */
const KINDS: Readonly<Record<Auth['kind'], Kind>> = {
  none: { label: 'None', empty: { kind: 'none' }, fields: [] },
  bearer: {
    label: 'Bearer token',
    empty: { kind: 'bearer', token: '' },
    fields: [{ field: 'token', label: 'Token', secret: true }],
  },
  basic: {
    label: 'Basic',
    empty: { kind: 'basic', user: '', password: '' },
    fields: [
      { field: 'user', label: 'User' },
      { field: 'password', label: 'Password', secret: true },
    ],
  },
  key: {
    label: 'API key',
    empty: { kind: 'key', name: 'x-api-key', value: '', place: 'header' },
    fields: [
      { field: 'name', label: 'Header' },
      { field: 'value', label: 'Key', secret: true },
    ],
  },
};
const OPTIONS = (Object.keys(KINDS) as readonly Auth['kind'][]).map((value) => ({ value, label: KINDS[value].label }));

const PLACES = [
  { value: 'header', label: 'In a header' },
  { value: 'query', label: 'In the query' },
] as const;

interface CredentialFieldsProps {
  readonly auth: Auth;
  readonly problems: readonly Problem[];
  readonly onAuth: (auth: Auth) => void;
}

/** The fields of one kind of credentials. */
function CredentialFields({ auth, problems, onAuth }: CredentialFieldsProps) {
  const texts = auth as Partial<Record<AuthField, string>>;
  return (
    <div className="field-pair">
      {KINDS[auth.kind].fields.map(({ field, label, secret = false }) => {
        const { [field]: value = '' } = texts;
        const inQuery = field === 'name' && auth.kind === 'key' && auth.place === 'query';
        return (
          <Field
            key={field}
            label={inQuery ? 'Query parameter' : label}
            problem={findProblem(problems, `auth ${field}`)?.message}
          >
            {(attributes) => (
              <SecretInput
                {...attributes}
                secret={secret && !isOpen(value)}
                showLabel={`Show ${label.toLowerCase()}`}
                value={value}
                onValue={(text) => onAuth({ ...auth, [field]: text })}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

const writeOrigin = (origin: string | undefined): string =>
  origin === '' ? 'this page’s own origin' : (origin ?? 'the API');

/** The use of the credentials, in a sentence. */
function AuthNote({ state, origin, auth }: Pick<BuilderState['auth'], 'state' | 'origin'> & { readonly auth: Auth }) {
  switch (state) {
    case 'none':
      return 'Credentials stay in this tab. Links never contain any; a receiver enters their own.';
    case 'incomplete':
      return 'Nothing is sent until all fields have a value.';
    case 'replaced':
      return (
        <>
          Not sent: <code>{auth.kind === 'key' ? auth.name : 'authorization'}</code> also has a row of its own, which
          wins.
        </>
      );
    case 'not valid':
      return 'Not sent until the marked field is correct.';
  }
  return (
    <>
      Sent to <b>{writeOrigin(origin)}</b> only. Kept in this tab: never in links, drafts, history or undo steps.
    </>
  );
}

/** The credentials of the request. They belong to the origin for which they were entered. */
export default function Authorization({ state: { auth: use, problems, surroundings, form }, dispatch }: BuilderProps) {
  const { auth: credentials, authOrigin } = surroundings;
  const { state } = use;
  // Without a route the base URL has the origin.
  const origin = use.origin ?? (URL.canParse(form.baseUrl) ? new URL(form.baseUrl).origin : undefined);
  const onAuth = (auth: Auth) => dispatch({ auth, authOrigin: origin, authorize: planAuth, authProblem: undefined });
  if (state === 'not for this origin') {
    return (
      <>
        <p className="warning">
          The credentials were entered for {writeOrigin(authOrigin)}, so they are not sent to {writeOrigin(origin)}.
        </p>
        <div className="auth-choice">
          <button type="button" className="button" onClick={() => onAuth(credentials)}>
            Use them for {writeOrigin(origin)}
          </button>
          <button type="button" className="button button-quiet" onClick={() => onAuth(KINDS.none.empty)}>
            Remove them
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <Choice
        legend="Kind of authorization"
        options={OPTIONS}
        value={credentials.kind}
        onValue={(kind) => onAuth(KINDS[kind].empty)}
      />
      {credentials.kind === 'key' && (
        <Choice
          legend="Place of the key"
          options={PLACES}
          value={credentials.place}
          onValue={(place) => onAuth({ ...credentials, place })}
        />
      )}
      {credentials.kind !== 'none' && <CredentialFields auth={credentials} problems={problems} onAuth={onAuth} />}
      <p className="field-hint note">
        <AuthNote state={state} origin={origin} auth={credentials} />
      </p>
    </>
  );
}
