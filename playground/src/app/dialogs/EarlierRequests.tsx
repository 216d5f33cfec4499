import { useCallback, useState } from 'react';
import { Dialog, DialogHead, useDialog } from '../../ui/Dialog.js';
import { SearchList, type SearchItem } from '../../ui/SearchList.js';
import type { Document } from '../document/document.js';
import { forgetRequests, type SavedRequest } from '../document/storage.js';

interface RequestItem extends SearchItem {
  readonly saved: SavedRequest;
}

const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function createItem(saved: SavedRequest): RequestItem {
  return {
    key: String(saved.at),
    saved,
    content: (
      <>
        <code className="history-route">{saved.route === '' ? '(no route)' : saved.route}</code>
        <time className="history-time" dateTime={new Date(saved.at).toISOString()}>
          {TIMES.format(saved.at)}
        </time>
      </>
    ),
  };
}

interface EarlierRequestsProps {
  readonly saved: readonly SavedRequest[];
  readonly onChoose: (document: Document) => void;
  readonly onClosed: () => void;
}

/** Earlier requests on this device. */
export default function EarlierRequests({ saved, onChoose, onClosed }: EarlierRequestsProps) {
  const { dialog, close } = useDialog();
  const [entries, setEntries] = useState(saved);
  const search = useCallback(
    (query: string) =>
      entries.filter(({ route }) => route.toLowerCase().includes(query.trim().toLowerCase())).map(createItem),
    [entries],
  );
  const forget = () => {
    forgetRequests();
    setEntries([]);
  };
  return (
    <Dialog dialog={dialog} label="Earlier requests" className="dialog-search" onClosed={onClosed}>
      <DialogHead title="Earlier requests" onClose={close} />
      {entries.length === 0 ? (
        <p className="empty">
          None yet. A request is kept here, on this device only, when you share it or replace it with another.
        </p>
      ) : (
        <>
          <SearchList
            label="Search earlier requests"
            placeholder="Part of a route"
            search={search}
            counted="requests"
            onChoose={(item) => {
              close();
              onChoose(item.saved.document);
            }}
          />
          <div className="dialog-foot">
            <button type="button" className="button" onClick={forget}>
              Forget all
            </button>
            <span className="dialog-hint">On this device only, without secrets.</span>
          </div>
        </>
      )}
    </Dialog>
  );
}
