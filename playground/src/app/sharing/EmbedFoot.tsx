import type { MouseEvent } from 'react';
import { writeLink } from '../document/link.js';
import type { Start } from '../document/start.js';
import type { DocumentState } from '../document/state.js';

/** A link from an embedded playground to the whole one, with the current document. */
export function EmbedFoot({ start, state }: { readonly start: Start; readonly state: DocumentState }) {
  const openWith = async (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget;
    event.preventDefault();
    const { hash } = await writeLink(state.timeline.present, start.base);
    const address = new URL(link.href);
    address.hash = hash ?? '';
    open(address, '_blank', 'noopener');
  };
  const query = new URLSearchParams(location.search);
  query.delete('embed');
  return (
    <p className="embed-foot">
      <a
        href={`${location.pathname}?${query}`}
        target="_blank"
        rel="noopener"
        onClick={(event) => void openWith(event)}
      >
        Open in the playground
      </a>
    </p>
  );
}
