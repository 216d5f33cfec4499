import type { MouseEvent } from 'react';
import { writeLink } from './document/link.js';
import type { Start } from './document/start.js';
import type { DocumentState } from './document/state.js';

/** A link from an embedded playground to the whole one, with the current document. */
export default function EmbedFoot({ start, state }: { readonly start: Start; readonly state: DocumentState }) {
  const page = new URL(location.href);
  page.searchParams.delete('embed');
  page.hash = '';
  const openWith = async (event: MouseEvent) => {
    event.preventDefault();
    const { hash = '' } = await writeLink(state.timeline.present, start.base);
    open(`${page.href}#${hash}`, '_blank', 'noopener');
  };
  return (
    <p className="embed-foot">
      <a href={page.href} target="_blank" rel="noopener" onClick={(event) => void openWith(event)}>
        Open in the playground
      </a>
    </p>
  );
}
