import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import {
  AddButton,
  Field,
  ProblemText,
  RemoveButton,
  Select,
  SecretInput,
  TextInput,
  useRowFocus,
} from '../../ui/fields.js';
import {
  addEmptyVariable,
  addEnvironment,
  addVariables,
  createEnvironment,
  editEnvironment,
  editVariable,
  findFreeName,
  findNameProblem,
  removeEnvironment,
  removeVariable,
  type EnvironmentsChange,
} from './editing.js';
import { isSecret, type Environment, type Environments, type EnvironmentVariable } from './environments.js';
import './environments.css';

type Edit = (change: EnvironmentsChange) => void;

interface VariableLineProps {
  readonly environment: Environment;
  readonly index: number;
  readonly variable: EnvironmentVariable;
  readonly onEdit: Edit;
}

function VariableLine({ environment: { id, variables }, index, variable, onEdit }: VariableLineProps) {
  const lineId = useId();
  const title = `variable ${index + 1}`;
  const problem = findNameProblem(variables, index);
  const secret = isSecret(variable);
  const change = (edited: Partial<EnvironmentVariable>) => onEdit(editVariable(id, index, edited));
  return (
    <li className="row row-environment">
      <TextInput
        aria-label={`Name of ${title}`}
        aria-describedby={problem && `${lineId}-problem`}
        aria-invalid={problem ? true : undefined}
        placeholder="name"
        value={variable.name}
        onValue={(name) => change({ name })}
      />
      <SecretInput
        secret={secret}
        showLabel={`Show value of ${title}`}
        aria-label={`Value of ${title}`}
        placeholder="no value yet"
        value={variable.value}
        onValue={(value) => change({ value })}
      />
      <label className="switch">
        <input
          type="checkbox"
          aria-label={`Secret ${title}`}
          checked={secret}
          // A value that looks secret is secret.
          disabled={secret && !variable.secret}
          onChange={({ target }) => change({ secret: target.checked })}
        />
        <span className="switch-box" />
        secret
      </label>
      <RemoveButton label={`Remove ${title}`} onRemove={() => onEdit(removeVariable(id, index))} />
      {problem && <ProblemText id={`${lineId}-problem`}>{problem}</ProblemText>}
    </li>
  );
}

interface EditorProps {
  readonly environment: Environment;
  readonly onEdit: Edit;
}

/** Name and variables of one environment. */
function Editor({ environment, onEdit }: EditorProps) {
  const { id, name, variables } = environment;
  const list = useRowFocus(variables.length);
  return (
    <>
      <Field label="Name">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            onValue={(value) => onEdit(editEnvironment(id, (before) => ({ ...before, name: value })))}
          />
        )}
      </Field>
      <div className="environment-variables">
        <ul className="rows" ref={list} tabIndex={-1} aria-label="Variables">
          {variables.map((variable, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a name may be empty or twice, so only the place tells rows apart
            <VariableLine key={index} environment={environment} index={index} variable={variable} onEdit={onEdit} />
          ))}
        </ul>
        <AddButton label="Add variable" onAdd={() => onEdit(addEmptyVariable(id))} />
      </div>
    </>
  );
}

interface KeepingProps {
  readonly environments: Environments;
  readonly kept: boolean;
  readonly onEdit: Edit;
}

/** The place of the values, and the choice of that of secret ones. */
function Keeping({ environments: { keepsSecrets }, kept, onEdit }: KeepingProps) {
  return (
    <div className="environment-keeping">
      <label className="switch">
        <input
          type="checkbox"
          checked={keepsSecrets}
          onChange={({ target }) => onEdit((before) => ({ ...before, keepsSecrets: target.checked }))}
        />
        <span className="switch-box" />
        Keep secret values on this device
      </label>
      <p className="note">
        {keepsSecrets
          ? 'Secret values stay in this browser, unencrypted, until you remove them.'
          : 'Secret values end with this tab. The other values stay in this browser.'}{' '}
        Links, drafts and files never contain secret values; links contain the names alone.
      </p>
      {!kept && (
        <p className="failure" role="alert">
          The browser’s storage is full or blocked: these values end with this tab.
        </p>
      )}
    </div>
  );
}

/** Makes a place for the names that a request needs, in the active environment or a new one. */
function useMissingNames(props: EnvironmentsDialogProps) {
  const { environments, active, onEdit, onSelect } = props;
  const [target] = useState(
    () =>
      environments.list.find(({ id }) => id === active) ??
      createEnvironment(findFreeName(environments, 'my values'), []),
  );
  // Those of the request when the dialog opened.
  const [names] = useState(props.names);
  useLayoutEffect(() => {
    if (names.length === 0) return;
    onEdit(addEnvironment(target));
    onEdit(addVariables(target.id, names));
    onSelect(target.id);
  }, [target, names, onEdit, onSelect]);
}

/** The first empty value gets the focus, once there is one. */
function useFocusOnValue(body: RefObject<HTMLDivElement | null>, enabled: boolean) {
  const done = useRef(!enabled);
  useLayoutEffect(() => {
    if (done.current) return;
    const fields = body.current?.querySelectorAll<HTMLInputElement>('[aria-label^="Value of"]') ?? [];
    const empty = [...fields].find(({ value }) => value === '');
    if (empty === undefined) return;
    empty.focus();
    done.current = true;
  });
}

interface EnvironmentsDialogProps {
  readonly environments: Environments;
  /** Id of the active environment; empty for none. */
  readonly active: string;
  /** Whether the device keeps the environments. */
  readonly kept: boolean;
  /** Names to enter values for. */
  readonly names: readonly string[];
  readonly onEdit: Edit;
  readonly onSelect: (id: string) => void;
  readonly onClosed: () => void;
}

interface HeadProps {
  readonly list: readonly Environment[];
  readonly active: string;
  readonly onSelect: (id: string) => void;
  readonly onAdd: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** The choice of the environment, and its actions. */
function Head({ list, active, onSelect, onAdd, onDuplicate, onRemove }: HeadProps) {
  return (
    <div className="environments-head">
      {list.length > 0 && (
        <Select
          aria-label="Chosen environment"
          options={Object.fromEntries([['', 'No environment'], ...list.map(({ id, name }) => [id, name])])}
          value={active}
          onValue={onSelect}
        />
      )}
      <AddButton label="Add environment" onAdd={onAdd} />
      {list.some(({ id }) => id === active) && (
        <>
          <button type="button" className="button button-quiet" onClick={onDuplicate}>
            Duplicate
          </button>
          <button type="button" className="button button-quiet" onClick={onRemove}>
            Delete
          </button>
        </>
      )}
    </div>
  );
}

/** The editor of the environments. Each edit is kept at once; the chosen environment is the active one. */
export default function EnvironmentsDialog(props: EnvironmentsDialogProps) {
  const { environments, active, kept, names, onEdit, onSelect, onClosed } = props;
  const [removed, setRemoved] = useState<Environment>();
  const body = useRef<HTMLDivElement>(null);
  useMissingNames(props);
  useFocusOnValue(body, names.length > 0);
  const { list } = environments;
  const environment = list.find(({ id }) => id === active);
  const add = (name: string, variables?: Environment['variables']) => {
    const added = createEnvironment(findFreeName(environments, name), variables);
    onEdit(addEnvironment(added));
    onSelect(added.id);
  };
  const remove = () => {
    setRemoved(environment);
    onEdit(removeEnvironment(active));
    onSelect(list.find(({ id }) => id !== active)?.id ?? '');
  };
  const restore = (gone: Environment) => {
    setRemoved(undefined);
    onEdit(addEnvironment(gone));
    onSelect(gone.id);
  };
  return (
    <Dialog label="Environments" title="Environments" className="dialog-environments" onClosed={onClosed}>
      {() => (
        <div className="environments" ref={body}>
          <p className="note">
            Write <code>{'{{name}}'}</code> into any field: it is replaced by the value of the chosen environment.
          </p>
          <Head
            list={list}
            active={active}
            onSelect={onSelect}
            onAdd={() => add(list.length === 0 ? 'staging' : 'production')}
            onDuplicate={() => add(environment?.name ?? '', environment?.variables)}
            onRemove={remove}
          />
          {removed && (
            <p className="environments-removed">
              <output>“{removed.name}” was deleted.</output>
              <button type="button" className="button" onClick={() => restore(removed)}>
                Undo
              </button>
            </p>
          )}
          {environment && <Editor key={environment.id} environment={environment} onEdit={onEdit} />}
          <Keeping environments={environments} kept={kept} onEdit={onEdit} />
        </div>
      )}
    </Dialog>
  );
}
