import { useId, useState, type SubmitEvent } from 'react';
import { TextInput } from '../../../ui/fields.js';
import { FileButton } from '../../../ui/FileButton.js';
import type { DocumentSource } from '../reading/read-document.js';

interface AddDocumentProps {
  readonly onSource: (source: DocumentSource) => void;
}

/** An address as typed, with its scheme; undefined if it isn't one that a page can fetch. */
function readAddress(text: string): string | undefined {
  const typed = text.trim();
  // Chromium would encode the spaces.
  if (typed === '' || /\s/.test(typed)) return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}

/** Adds a document to the library: from a file, or from an address. */
export function AddDocument({ onSource }: AddDocumentProps) {
  const [address, setAddress] = useState('');
  const [invalid, setInvalid] = useState(false);
  const id = useId();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const url = readAddress(address);
    setInvalid(url === undefined);
    if (url !== undefined) onSource({ kind: 'url', url });
  };
  return (
    <div className="dialog-foot">
      <FileButton
        label="Load a file …"
        inputLabel="OpenAPI file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onFile={(file) => onSource({ kind: 'file', file })}
      />
      <form className="catalogue-address" onSubmit={onSubmit} noValidate>
        <TextInput
          id={`${id}-address`}
          type="url"
          inputMode="url"
          aria-label="Address of an OpenAPI document"
          aria-invalid={invalid ? true : undefined}
          aria-describedby={`${id}-hint`}
          placeholder="https://…/openapi.json"
          value={address}
          onValue={setAddress}
        />
        <button type="submit" className="button">
          Fetch
        </button>
      </form>
      <p className="catalogue-hint note" id={`${id}-hint`}>
        {invalid
          ? 'This isn’t an address; write one such as https://example.com/openapi.json.'
          : 'OpenAPI 3 or Swagger 2, JSON or YAML; or paste its text here. It stays on this device.'}
      </p>
    </div>
  );
}
