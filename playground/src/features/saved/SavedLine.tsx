import { useId, useState } from 'react';
import { QuietButton } from '../../ui/buttons.js';
import { TextInput } from '../../ui/fields.js';
import { Method } from '../../ui/Method.js';
import { reviseSaved, type SavedRequest } from './library.js';
import type { useLibrary } from './use-library.js';

const EDIT_ICON = 'm3 13 .8-3L10.5 3.3a1.4 1.4 0 0 1 2 2L5.8 12 3 13ZM9 5l2 2';

interface SavedLineProps {
  readonly request: SavedRequest;
  readonly folders: readonly string[];
  readonly onOpen: () => void;
  readonly onRemove: () => void;
  readonly library: ReturnType<typeof useLibrary>;
}

interface EditorProps extends Omit<SavedLineProps, 'onOpen'> {
  readonly onDone: () => void;
}

/** Renames, moves, duplicates and deletes a request. */
function LineEditor({ request, folders, onRemove, library, onDone }: EditorProps) {
  const id = useId();
  const [name, setName] = useState(request.name);
  const [folder, setFolder] = useState(request.folder);
  const keep = async () => {
    const revised = reviseSaved(request, { name: name.trim() || request.name, folder });
    const same = revised.name === request.name && revised.folder === request.folder;
    if (same || (await library.revise(revised))) onDone();
  };
  const duplicate = async () => {
    if (await library.duplicate(request)) onDone();
  };
  return (
    <form
      className="saved-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened it is gone */}
      <TextInput autoFocus aria-label={`Name of ${request.name}`} value={name} onValue={setName} />
      <TextInput
        id={id}
        aria-label={`Folder of ${request.name}`}
        placeholder="folder"
        suggestions={folders.map((value) => ({ value }))}
        value={folder}
        onValue={setFolder}
      />
      <div className="saved-actions">
        <button type="submit" className="button">
          Done
        </button>
        <button type="button" className="button button-quiet" onClick={() => void duplicate()}>
          Duplicate
        </button>
        <button type="button" className="button button-quiet" onClick={onRemove}>
          Delete
        </button>
      </div>
    </form>
  );
}

/** A saved request, which opens, or is edited in place. */
export function SavedLine({ request, folders, onOpen, onRemove, library }: SavedLineProps) {
  const [editing, setEditing] = useState(false);
  const { name, route } = request;
  const [method = ''] = /^[A-Z]+(?=\s)/i.exec(route) ?? [];
  if (editing) {
    const onDone = () => setEditing(false);
    return <LineEditor request={request} folders={folders} onRemove={onRemove} library={library} onDone={onDone} />;
  }
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
        title="Rename, move, duplicate or delete"
        onClick={() => setEditing(true)}
      />
    </div>
  );
}
