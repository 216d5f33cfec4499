import { useState } from 'react';
import { QuietButton } from '../../ui/buttons.js';
import { TextInput } from '../../ui/fields.js';
import { Method } from '../../ui/Method.js';
import type { SavedRequest } from './library.js';
import { addRequests, reviseRequest, type Library } from './store.js';

const EDIT_ICON = 'm3 13 .8-3L10.5 3.3a1.4 1.4 0 0 1 2 2L5.8 12 3 13ZM9 5l2 2';

interface SavedLineProps extends Pick<Library, 'run'> {
  readonly request: SavedRequest;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

interface EditorProps extends Omit<SavedLineProps, 'onOpen'> {
  readonly onDone: () => void;
}

/** Renames, duplicates and deletes a request. */
function LineEditor({ request, onRemove, run, onDone }: EditorProps) {
  const [typed, setTyped] = useState(request.name);
  const name = typed.trim() || request.name;
  const change = (apply: () => Promise<unknown>) => void run('Nothing was saved', apply, onDone);
  return (
    <form
      className="saved-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (name === request.name) onDone();
        else change(() => reviseRequest(request, { name }));
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened it is gone */}
      <TextInput autoFocus aria-label={`Name of ${request.name}`} value={typed} onValue={setTyped} />
      <button type="submit" className="button">
        Done
      </button>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => change(() => addRequests([{ ...request, name: `${request.name} (copy)` }]))}
      >
        Duplicate
      </button>
      <button type="button" className="button button-quiet" onClick={onRemove}>
        Delete
      </button>
    </form>
  );
}

/** A saved request, which opens, or is edited in place. */
export function SavedLine({ onOpen, ...editor }: SavedLineProps) {
  const [editing, setEditing] = useState(false);
  const { name, route } = editor.request;
  const [method = ''] = /^[A-Z]+(?=\s)/i.exec(route) ?? [];
  if (editing) return <LineEditor {...editor} onDone={() => setEditing(false)} />;
  return (
    <div className="saved-line">
      <button type="button" className="line-button saved-open" onClick={onOpen}>
        <span className="saved-name">{name}</span>
        <code className="saved-route">
          {method !== '' && <Method name={method} />}
          {route.slice(method.length) || '(no route)'}
        </code>
      </button>
      <QuietButton
        icon={EDIT_ICON}
        aria-label={`Edit ${name}`}
        title="Rename, duplicate or delete"
        onClick={() => setEditing(true)}
      />
    </div>
  );
}
