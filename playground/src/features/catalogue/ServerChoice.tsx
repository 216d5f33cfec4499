import { useId, useState } from 'react';
import { Field, Select, TextInput } from '../../ui/fields.js';
import { fillServer, type Server } from './catalogue.js';

type Values = Readonly<Record<string, string>>;

/** A server, with the values of the variables in its url. */
interface Choice {
  readonly index: number;
  readonly values: Values;
}

/** The choice that results in a base URL: the user's, else a server with its defaults; undefined for any other URL. */
function findChoice(servers: readonly Server[], baseUrl: string, chosen: Choice | undefined): Choice | undefined {
  const server = servers[chosen?.index ?? -1];
  if (chosen && server && fillServer(server, chosen.values) === baseUrl) return chosen;
  const index = servers.findIndex((each) => fillServer(each) === baseUrl);
  return index === -1 ? undefined : { index, values: {} };
}

/** The option for a base URL that isn't one of the servers. */
const OTHER = 'other';

interface ServerChoiceProps {
  readonly servers: readonly Server[];
  readonly baseUrl: string;
  readonly onBaseUrl: (baseUrl: string) => void;
}

/** Chooses one of the servers of an API, and the values of the variables in its url. */
export function ServerChoice({ servers, baseUrl, onBaseUrl }: ServerChoiceProps) {
  const [choice, setChoice] = useState<Choice>();
  const current = findChoice(servers, baseUrl, choice);
  const choose = (index: number, values: Values) => {
    const server = servers[index];
    if (server === undefined) return;
    setChoice({ index, values });
    onBaseUrl(fillServer(server, values));
  };
  const entries = servers.map(({ url, description }, position) => [
    String(position),
    description === '' ? url : `${url} (${description})`,
  ]);
  const options = Object.fromEntries(current ? entries : [...entries, [OTHER, `${baseUrl} (typed below)`]]);
  const id = useId();
  return (
    <div className="field-pair">
      <Field label="Server">
        {(attributes) => (
          <Select
            {...attributes}
            options={options}
            value={current ? String(current.index) : OTHER}
            onValue={(value) => choose(Number(value), {})}
          />
        )}
      </Field>
      {current &&
        servers[current.index]?.variables.map(({ name, preset, choices, description }) => {
          const value = current.values[name] ?? preset;
          const onValue = (next: string) => choose(current.index, { ...current.values, [name]: next });
          return (
            <Field key={name} label={name} hint={description === '' ? undefined : description}>
              {(attributes) =>
                choices.length > 0 ? (
                  <Select
                    {...attributes}
                    options={Object.fromEntries(choices.map((text) => [text, text]))}
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
