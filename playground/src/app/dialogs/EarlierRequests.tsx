import { useCallback, useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { SearchList, type SearchItem } from '../../ui/SearchList.js';
import type { Document } from '../document/document.js';
import { createEntries, createFormats, searchEntries } from './earlier-requests.js';
import { forgetRequests, loadRequests } from '../document/storage.js';

interface EarlierRequestsProps {
  readonly base: Document;
  readonly onChoose: (document: Document) => void;
  readonly onClosed: () => void;
}

/** Earlier requests on this device, by day. */
export default function EarlierRequests({ base, onChoose, onClosed }: EarlierRequestsProps) {
  const [entries, setEntries] = useState(() => createEntries(loadRequests(base), base, createFormats()));
  const search = useCallback(
    (query: string) =>
      searchEntries(entries, query).map(({ at, day, time, route, document }): SearchItem => ({
        key: String(at),
        section: day,
        onChoose: () => onChoose(document),
        content: (
          <>
            <code className="history-route">{route || '(no route)'}</code>
            <time className="note" dateTime={new Date(at).toISOString()}>
              {time}
            </time>
          </>
        ),
      })),
    [entries, onChoose],
  );
  const forget = () => {
    forgetRequests();
    setEntries([]);
  };
  return (
    <Dialog label="Earlier requests" title="Earlier requests" className="dialog-search" onClosed={onClosed}>
      {(close) =>
        entries.length === 0 ? (
          <p className="empty">
            None yet. A request is kept here, on this device only, when you share it or replace it with another.
          </p>
        ) : (
          <>
            <SearchList
              label="Search earlier requests"
              placeholder="Route, value, base URL or date"
              search={search}
              noun="request"
              close={close}
            />
            <div className="dialog-foot">
              <button type="button" className="button" onClick={forget}>
                Forget all
              </button>
              <span className="dialog-hint note">On this device only, without secrets.</span>
            </div>
          </>
        )
      }
    </Dialog>
  );
}
