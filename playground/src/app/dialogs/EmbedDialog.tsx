import { useEffect, useState } from 'react';
import { CopyButton } from '../../ui/buttons.js';
import { Code } from '../../ui/Code.js';
import { Dialog } from '../../ui/Dialog.js';
import { ThemeChoice } from '../../ui/ThemeChoice.js';
import type { Theme } from '../../ui/themes.js';
import { withoutSecrets, type Document } from '../document/document.js';
import { writeEmbed } from '../embed.js';
import { createLink, type Shared } from '../share.js';

interface EmbedDialogProps {
  readonly document: Document;
  readonly base: Document;
  readonly onClosed: () => void;
}

/** The HTML that shows the request in another page. */
export default function EmbedDialog({ document, base, onClosed }: EmbedDialogProps) {
  const [theme, setTheme] = useState<Theme>('system');
  const [shared, setShared] = useState<Shared>();
  useEffect(() => void createLink(document, base).then(setShared), [document, base]);
  const { route } = withoutSecrets(document).document.builder;
  const html = shared?.link === undefined ? undefined : writeEmbed(shared.link, route, theme);
  return (
    <Dialog label="HTML to embed" title="HTML to embed" onClosed={onClosed}>
      {() => (
        <>
          <p className="note">Shows this request, to read and to change, in a page of your own.</p>
          <ThemeChoice legend="Theme of the embedded page" theme={theme} onTheme={setTheme} />
          {html !== undefined && (
            <div className="copyable">
              <Code text={html} label="HTML to embed" />
              <CopyButton text={html} label="HTML" />
            </div>
          )}
          {shared !== undefined && shared.note !== '' && <p className="note">{shared.note}</p>}
        </>
      )}
    </Dialog>
  );
}
