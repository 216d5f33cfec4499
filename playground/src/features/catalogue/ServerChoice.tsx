import { useId, useState } from 'react';
import { Field, Select, TextInput } from '../../ui/fields.js';
import { fillServer, type Server } from './catalogue.js';

type Values = Readonly<Record<string, string>>;

/** The option for a base URL that isn't one of the servers. */
const OTHER = 'other';

interface ServerChoiceProps {
  readonly servers: readonly Server[];
  readonly baseUrl: string;
  readonly onBaseUrl: (baseUrl: string) => void;
}

/** Chooses one of the servers of an API, and the values of the variables in its url. */
export function ServerChoice({ servers, baseUrl, onBaseUrl }: ServerChoiceProps) {
  const [{ index, values }, setChoice] = useState<{ readonly index: number; readonly values: Values }>(() => ({
    index: servers.findIndex((server) => fillServer(server) === baseUrl),
    values: {},
  }));
  const chosen = servers[index];
  const isChosen = chosen !== undefined && fillServer(chosen, values) === baseUrl;
  const choose = (next: number, nextValues: Values) => {
    const server = servers[next];
    if (server === undefined) return;
    setChoice({ index: next, values: nextValues });
    onBaseUrl(fillServer(server, nextValues));
  };
  const entries = servers.map(({ url, description }, position) => [
    String(position),
    description === '' ? url : `${url} (${description})`,
  ]);
  const options = Object.fromEntries(isChosen ? entries : [...entries, [OTHER, `${baseUrl} (typed below)`]]);
  const id = useId();
  return (
    <div className="about-servers">
      <Field label="Server">
        {(attributes) => (
          <Select
            {...attributes}
            options={options}
            value={isChosen ? String(index) : OTHER}
            onValue={(value) => choose(Number(value), {})}
          />
        )}
      </Field>
      {isChosen &&
        chosen.variables.map(({ name, preset, choices, description }) => {
          const value = values[name] ?? preset;
          const onValue = (next: string) => choose(index, { ...values, [name]: next });
          return (
            <Field key={name} label={name} hint={description === '' ? undefined : description}>
              {(attributes) =>
                choices.length > 0 ? (
                  <Select
                    {...attributes}
                    options={Object.fromEntries(choices.map((choice) => [choice, choice]))}
                    value={value}
                    onValue={onValue}
                  />
                ) : (
                  <TextInput {...attributes} name={`${id}-${name}`} value={value} onValue={onValue} />
                )
              }
            </Field>
          );
        })}
    </div>
  );
}
