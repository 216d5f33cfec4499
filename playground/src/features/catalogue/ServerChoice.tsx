import { Field, Select, TextInput } from '../../ui/fields.js';
import { fillServer, type Server } from './catalogue.js';
import { readServerUrl } from './server-url.js';

/** The option for a base URL that isn't one of the servers. */
const OTHER = 'other';

interface ServerChoiceProps {
  readonly servers: readonly Server[];
  readonly baseUrl: string;
  readonly onBaseUrl: (baseUrl: string) => void;
}

/** Chooses one of the servers of an API, and the values of the variables in its url. */
export function ServerChoice({ servers, baseUrl, onBaseUrl }: ServerChoiceProps) {
  const index = servers.findIndex((server) => readServerUrl(server, baseUrl) !== undefined);
  const current = servers[index];
  const values = current && readServerUrl(current, baseUrl);
  const entries = servers.map(({ url, description }, position) => [
    String(position),
    description === '' ? url : `${url} (${description})`,
  ]);
  const options = Object.fromEntries(current ? entries : [...entries, [OTHER, `${baseUrl} (typed below)`]]);
  const choose = (position: string) => {
    const server = servers[Number(position)];
    if (server) onBaseUrl(fillServer(server));
  };
  return (
    <div className="field-pair">
      <Field label="Server">
        {(attributes) => (
          <Select {...attributes} options={options} value={current ? String(index) : OTHER} onValue={choose} />
        )}
      </Field>
      {current?.variables.map(({ name, preset, choices, description }) => {
        const value = values?.get(name) ?? '';
        const onValue = (next: string) =>
          onBaseUrl(fillServer(current, { ...Object.fromEntries(values ?? []), [name]: next }));
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
                <TextInput {...attributes} aria-required={preset === ''} value={value} onValue={onValue} />
              )
            }
          </Field>
        );
      })}
    </div>
  );
}
