import { memo, type ReactNode } from 'react';
import { Choice, Field, SecretInput, TextInput } from '../../../ui/fields.js';
import { isOpen } from '../../../secrets/secrets.js';
import { planAuth } from '../model/auth.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { type AuthField, findProblem, type Problem } from '../model/problems.js';
import type { Auth } from '../model/surroundings.js';

const KINDS = [
  { value: 'none', label: 'None' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'basic', label: 'Basic' },
  { value: 'key', label: 'API key' },
] as const satisfies readonly { readonly value: Auth['kind']; readonly label: string }[];

const PLACES = [
  { value: 'header', label: 'In a header' },
  { value: 'query', label: 'In the query' },
] as const;

const EMPTY: { readonly [Kind in Auth['kind']]: Extract<Auth, { readonly kind: Kind }> } = {
  none: { kind: 'none' },
  bearer: { kind: 'bearer', token: '' },
  basic: { kind: 'basic', user: '', password: '' },
  key: { kind: 'key', name: 'x-api-key', value: '', place: 'header' },
};

interface CredentialProps {
  readonly field: AuthField;
  readonly label: string;
  readonly value: string;
  readonly secret?: boolean;
  readonly problems: readonly Problem[];
  readonly onValue: (value: string) => void;
}

function Credential({ field, label, value, secret = false, problems, onValue }: CredentialProps) {
  return (
    <Field label={label} problem={findProblem(problems, `auth ${field}`)?.message}>
      {(attributes) =>
        secret ? (
          <SecretInput
            {...attributes}
            secret={!isOpen(value)}
            showLabel={`Show ${label.toLowerCase()}`}
            autoComplete="off"
            value={value}
            onValue={onValue}
          />
        ) : (
          <TextInput {...attributes} value={value} onValue={onValue} />
        )
      }
    </Field>
  );
}

interface FieldsProps {
  readonly auth: Auth;
  readonly problems: readonly Problem[];
  readonly onAuth: (auth: Auth) => void;
}

type KindProps<Kind extends Auth['kind']> = Omit<FieldsProps, 'auth'> & {
  readonly auth: Extract<Auth, { readonly kind: Kind }>;
};

function BasicFields({ auth, problems, onAuth }: KindProps<'basic'>) {
  return (
    <div className="field-pair">
      <Credential
        field="user"
        label="User"
        value={auth.user}
        problems={problems}
        onValue={(user) => onAuth({ ...auth, user })}
      />
      <Credential
        field="password"
        label="Password"
        secret
        value={auth.password}
        problems={problems}
        onValue={(password) => onAuth({ ...auth, password })}
      />
    </div>
  );
}

function KeyFields({ auth, problems, onAuth }: KindProps<'key'>) {
  return (
    <>
      <Choice
        legend="Place of the key"
        options={PLACES}
        value={auth.place}
        onValue={(place) => onAuth({ ...auth, place })}
      />
      <div className="field-pair">
        <Credential
          field="name"
          label={auth.place === 'header' ? 'Header' : 'Query parameter'}
          value={auth.name}
          problems={problems}
          onValue={(name) => onAuth({ ...auth, name })}
        />
        <Credential
          field="value"
          label="Key"
          secret
          value={auth.value}
          problems={problems}
          onValue={(value) => onAuth({ ...auth, value })}
        />
      </div>
    </>
  );
}

/** The fields of one kind of credentials. */
function CredentialFields({ auth, problems, onAuth }: FieldsProps): ReactNode {
  switch (auth.kind) {
    case 'none':
      return null;
    case 'basic':
      return <BasicFields auth={auth} problems={problems} onAuth={onAuth} />;
    case 'key':
      return <KeyFields auth={auth} problems={problems} onAuth={onAuth} />;
  }
  return (
    <Credential
      field="token"
      label="Token"
      secret
      value={auth.token}
      problems={problems}
      onValue={(token) => onAuth({ ...auth, token })}
    />
  );
}

const writeOrigin = (origin: string | undefined): string =>
  origin === '' ? 'this page’s own origin' : (origin ?? 'the API');

interface NoteProps extends Pick<BuilderState['auth'], 'state' | 'origin'> {
  readonly auth: Auth;
}

/** The use of the credentials, in a sentence. */
function AuthNote({ state, origin, auth }: NoteProps) {
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

interface AuthorizationProps extends Pick<BuilderState, 'auth' | 'problems' | 'surroundings'> {
  readonly baseUrl: string;
  readonly dispatch: BuilderProps['dispatch'];
}

function Authorization({ auth: use, problems, surroundings, baseUrl, dispatch }: AuthorizationProps) {
  const { state } = use;
  const { auth: credentials, authOrigin } = surroundings;
  // Without a route the base URL has the origin.
  const origin = use.origin ?? (URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined);
  const onAuth = (auth: Auth) =>
    dispatch({
      type: 'surroundings',
      change: { auth, authOrigin: origin, authorize: planAuth, authProblem: undefined },
    });
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
          <button type="button" className="button button-quiet" onClick={() => onAuth(EMPTY.none)}>
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
        options={KINDS}
        value={credentials.kind}
        onValue={(kind) => onAuth(EMPTY[kind])}
      />
      <CredentialFields auth={credentials} problems={problems} onAuth={onAuth} />
      <p className="field-hint note">
        <AuthNote state={state} origin={origin} auth={credentials} />
      </p>
    </>
  );
}

/** The credentials of the request. They belong to the origin for which they were entered. */
export default memo(Authorization, (before, after) => {
  const isSame = before.surroundings === after.surroundings && before.baseUrl === after.baseUrl;
  const { auth: one } = before;
  const { auth: other } = after;
  return isSame && one.state === other.state && one.origin === other.origin && before.problems === after.problems;
});
