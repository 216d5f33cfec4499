import { useMemo, useState } from 'react';
import { CopyButton } from '../../../ui/buttons.js';
import { Dialog } from '../../../ui/Dialog.js';
import { DownloadButton } from '../../../ui/download.js';
import { ThemeChoice } from '../../../ui/ThemeChoice.js';
import type { Theme } from '../../../ui/themes.js';
import { buildConcealed } from '../model/conceal.js';
import type { BuilderState } from '../model/build.js';
import { createContent } from './content.js';
import { drawPicture } from './svg.js';
import './picture.css';

interface PictureDialogProps {
  readonly state: BuilderState;
  readonly onClosed: () => void;
}

/** A picture of the explained url, for documentation and issues. It has no secrets. */
export default function PictureDialog({ state, onClosed }: PictureDialogProps) {
  const [theme, setTheme] = useState<Theme>('system');
  const content = useMemo(() => {
    const concealed = buildConcealed(state);
    return concealed && createContent(concealed.built, concealed.form.route);
  }, [state]);
  const svg = useMemo(() => content && drawPicture(content, theme), [content, theme]);
  return (
    <Dialog label="Picture of the url" title="Picture of the url" className="dialog-picture" onClosed={onClosed}>
      {() =>
        content === undefined || svg === undefined ? (
          <p className="empty">
            There is no url to draw: the request can’t be built yet, or not without its secrets. The tab Problems has
            the reason.
          </p>
        ) : (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
            <section className="picture" aria-label="Picture" tabIndex={0}>
              <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={content.description} />
            </section>
            <div className="dialog-foot">
              <ThemeChoice legend="Colours of the picture" theme={theme} onTheme={setTheme} />
              <span className="picture-actions">
                <CopyButton text={svg} label="SVG" />
                <DownloadButton label="Download" file="url.svg" type="image/svg+xml" write={() => svg} />
              </span>
            </div>
            <p className="note">An SVG file with its description as alternative text. Secrets are left out.</p>
          </>
        )
      }
    </Dialog>
  );
}
