import type { Dispatch } from 'react';
import { Field } from '../../../ui/controls/Field.js';
import { TextArea } from '../../../ui/controls/TextArea.js';
import { TextInput } from '../../../ui/controls/TextInput.js';
import type { CallProblems } from './read-call.js';
import type { Form, FormAction, TextField } from './form.js';
import type { Operation } from './operations.js';

type ArgumentName = keyof Operation['arguments'];

interface LabelProps {
  readonly name: ArgumentName;
  /** Undefined for an unknown operation. */
  readonly operation: Operation | undefined;
}

/** The name of an argument in the message, and its meaning to the chosen operation. */
function ArgumentLabel({ name, operation }: LabelProps) {
  const meaning = operation?.arguments[name];
  const unread = operation !== undefined && meaning === undefined;
  return (
    <>
      <code>{name}</code>{' '}
      <span className={unread ? 'argument-unread' : 'argument-meaning'}>{unread ? 'not read' : meaning}</span>
    </>
  );
}

/** The hint at a value that is sent and not read. */
function unreadHint(operation: Operation | undefined, name: ArgumentName, value: string): string | undefined {
  if (operation === undefined || operation.arguments[name] !== undefined || value === '') return undefined;
  return `${operation.name} does not read ${name}. It is sent anyway.`;
}

interface ArgumentsProps {
  readonly form: Form;
  readonly problems: CallProblems;
  readonly operation: Operation | undefined;
  readonly operations: readonly Operation[];
  readonly dispatch: Dispatch<FormAction>;
}

/** The four fields of a message, labelled with their meaning to the chosen operation. */
export function Arguments({ form, problems, operation, operations, dispatch }: ArgumentsProps) {
  const bind = (field: TextField, name: string) => ({
    name,
    value: form[field],
    onValue: (value: string) => dispatch({ type: 'text', field, value }),
  });
  const text = (name: 'str1' | 'str2') => {
    const hint = unreadHint(operation, name, form[name]);
    return (
      <Field
        label={<ArgumentLabel name={name} operation={operation} />}
        problem={problems.get(name)}
        {...(hint !== undefined && { hint })}
      >
        {(control) => <TextArea {...control} {...bind(name, name)} />}
      </Field>
    );
  };
  const intHint = unreadHint(operation, 'int_value', form.intValue);
  return (
    <>
      <Field
        label={
          <>
            <code>code</code> <span className="argument-meaning">operation</span>
          </>
        }
        hint={operation?.description ?? 'No operation of this name is known. It is sent anyway.'}
        problem={problems.get('code')}
      >
        {(control) => (
          <TextInput
            {...control}
            placeholder="echo"
            suggestions={operations.map(({ name, description }) => ({ value: name, description }))}
            {...bind('code', 'code')}
          />
        )}
      </Field>
      {text('str1')}
      {text('str2')}
      <Field
        label={<ArgumentLabel name="int_value" operation={operation} />}
        problem={problems.get('intValue')}
        {...(intHint !== undefined && { hint: intHint })}
      >
        {(control) => <TextInput {...control} placeholder="0" {...bind('intValue', 'int_value')} />}
      </Field>
    </>
  );
}
