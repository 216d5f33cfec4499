import { memo, Suspense, useEffect, useState } from 'react';
import { lazyView } from '../ui/lazy-view.js';
import { Icon, CloseButton } from '../ui/buttons.js';
import { Sentence } from '../ui/containers.js';
import { CONTENTS } from './parts.js';
import { findPart, VIEWS, PARTS, type ViewName } from './views.js';
import type { Start } from './document/start.js';
import { useFocusInSight } from '../ui/rendering.js';
import { FileDrop } from './FileDrop.js';
import { Header } from './Header.js';
import { createPageActions } from './page-actions.js';
import { useShortcuts } from './shortcuts.js';
import { usePage } from './use-page.js';
import '../ui/base.css';
import '../ui/fields.css';
import '../ui/buttons.css';
import '../ui/containers.css';
import '../ui/content.css';
import '../features/request-builder/request-builder.css';
import '../features/request-builder/request-line.css';
import '../features/request-builder/inputs/inputs.css';
import '../features/request-builder/outputs/outputs.css';
import '../features/call-api/call-api.css';
import '../features/call-api/response/response.css';
import '../features/call-api/wire/wire.css';
import './app.css';
import './parts.css';

const SHOWN_MS = 8000;

/** The result of the last action, shown for a while. */
function Notice({ text, onEnd }: { readonly text: string; readonly onEnd: () => void }) {
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text, onEnd]);
  return (
    <output className="notice wrap" data-visible={text !== ''}>
      {text}
    </output>
  );
}

/** The problem of the opened link. */
function LinkProblem({ problem, onClose }: { readonly problem: string; readonly onClose: () => void }) {
  return (
    <div className="link-problem split" role="alert">
      <p>{problem}</p>
      <CloseButton label="Close message" onClick={onClose} />
    </div>
  );
}

function PartHead({ part: { name, title, hint } }: { readonly part: (typeof PARTS)[number] }) {
  return (
    <div className="part-head">
      <h2 className="part-title" id={`part-${name}-title`}>
        {title}
      </h2>
      <p className="part-hint muted">
        <Sentence text={hint} />
      </p>
    </div>
  );
}

interface BottomTabsProps {
  readonly shown: ViewName;
  readonly onShow: (view: ViewName) => void;
}

/** Chooses the view that a small screen shows. */
function BottomTabs({ shown, onShow }: BottomTabsProps) {
  return (
    <nav className="bottom-tabs" aria-label="Views of the page">
      {VIEWS.map(({ name, title, icon }) => (
        <button
          key={name}
          type="button"
          className="bottom-tab"
          aria-current={name === shown ? 'true' : undefined}
          onClick={() => onShow(name)}
        >
          <Icon path={icon} />
          {title}
        </button>
      ))}
    </nav>
  );
}

const EmbedFoot = lazyView(() => import('./EmbedFoot.js'));

// A keystroke doesn't render these again.
const StableFileDrop = memo(FileDrop);
const StableHeader = memo(Header);
const StableTabs = memo(BottomTabs);
const StableDialogs = memo(lazyView(() => import('./dialogs/Dialogs.js')));

export function App({ start }: { readonly start: Start }) {
  const { page, state, theme, dialog, notice, shown, problem, clearProblem, operation, saved } = usePage(start);
  // They never change, so their users don't render at each keystroke.
  const [actions] = useState(() => createPageActions(page));
  const { dispatch } = page;
  useFocusInSight();
  const { embedded } = start;
  const { past, future } = state.timeline;
  useShortcuts(dispatch, actions.open, !embedded);
  return (
    <div className="page" data-shown={shown} data-embedded={embedded} data-first={start.isFirst}>
      {!embedded && (
        <StableHeader
          actions={actions}
          shown={shown}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          theme={theme}
        />
      )}
      {problem !== undefined && <LinkProblem problem={problem} onClose={clearProblem} />}
      <main>
        {PARTS.filter((part) => part.embedded || !embedded).map((part) => {
          const Content = CONTENTS[part.name];
          const isShown = part === findPart(shown);
          return (
            <section
              key={part.name}
              id={`part-${part.name}`}
              // Without the header nothing switches between parts.
              role={embedded ? undefined : 'tabpanel'}
              className={`part part-${part.name}`}
              data-away={!isShown}
              aria-labelledby={`part-${part.name}-title`}
            >
              <PartHead part={part} />
              <Content
                state={state}
                dispatch={dispatch}
                actions={actions}
                operation={operation}
                embedded={embedded}
                isFirst={start.isFirst}
                shown={isShown}
              />
            </section>
          );
        })}
      </main>
      <Suspense fallback={null}>
        {embedded ? <EmbedFoot start={start} state={state} /> : <StableTabs shown={shown} onShow={actions.show} />}
      </Suspense>
      <Suspense fallback={null}>
        {dialog && <StableDialogs key={dialog.id} dialog={dialog} actions={actions} base={start.base} saved={saved} />}
      </Suspense>
      <StableFileDrop actions={actions} disabled={embedded} />
      <Notice text={notice} onEnd={actions.endNotice} />
    </div>
  );
}
