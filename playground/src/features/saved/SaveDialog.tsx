import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { Field, TextInput } from '../../ui/fields.js';
import type { NewRequest, SavedRequest } from './library.js';
import { addRequests, reviseRequest, useLibrary } from './store.js';
import './saved.css';

interface SaveDialogProps {
  /** The request to save. */
  readonly content: Pick<NewRequest, 'route' | 'content'>;
  /** The saved request that the page shows, perhaps changed; undefined for none. */
  readonly current: SavedRequest | undefined;
  /** A name to begin with; empty for the route. */
  readonly suggestion: string;
  /** Names of secrets, which aren't saved. */
  readonly removed: readonly string[];
  readonly onSaved: (saved: SavedRequest) => void;
  readonly onClosed: () => void;
}

/** Saves the request of the page under a name, or the changes of a saved one. */
export default function SaveDialog({ content, current, suggestion, removed, onSaved, onClosed }: SaveDialogProps) {
  const { problem, run } = useLibrary();
  // The route without its optional parameters.
  const [suggested] = useState(suggestion || content.route.replaceAll(/\{[?&#][^}]*\}/g, '').trim() || 'Request');
  const [name, setName] = useState(current?.name ?? suggested);

  const save = (replaced: SavedRequest | undefined, close: () => void) => {
    const request = { ...content, name: name.trim() || suggested };
    const write = async () =>
      replaced === undefined
        ? { ...request, id: await addRequests([request]), revision: 1 }
        : reviseRequest(replaced, request);
    void run('Nothing was saved', write, (saved) => {
      close();
      onSaved(saved);
    });
  };

  return (
    <Dialog label="Save request" title="Save request" onClosed={onClosed}>
      {(close) => (
        <form
          className="save stack"
          onSubmit={(event) => {
            event.preventDefault();
            save(current, close);
          }}
        >
          <Field label="Name">
            {(control) => (
              <TextInput
                {...control}
                data-focus-first
                onFocus={({ currentTarget }) => currentTarget.select()}
                value={name}
                onValue={setName}
              />
            )}
          </Field>
          {removed.length > 0 && <p className="note">Not saved because it may be secret: {removed.join(', ')}.</p>}
          {problem !== undefined && (
            <p className="failure" role="alert">
              {problem}
            </p>
          )}
          <div className="flow">
            <button type="submit" className="button button-primary">
              {current === undefined ? 'Save' : 'Save changes'}
            </button>
            {current !== undefined && (
              <button type="button" className="button" onClick={() => save(undefined, close)}>
                Save as new
              </button>
            )}
            <span className="dialog-hint note">On this device only.</span>
          </div>
        </form>
      )}
    </Dialog>
  );
}
