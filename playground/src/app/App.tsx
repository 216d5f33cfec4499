import { memo, useId, type ReactNode, type MouseEvent } from 'react';
import type { Part } from './parts/part.js';
import { Icon } from '../ui/buttons.js';
import { VIEWS, PARTS, type ViewName } from './parts/parts.js';
import { writeLink } from './document/link.js';
import type { Start } from './document/start.js';
import type { DocumentState } from './document/state.js';
import { useIdle } from '../ui/rendering.js';
import { Dialogs } from './dialogs/Dialogs.js';
import { Header } from './Header.js';
import { useTheme } from './theme.js';
import { LinkProblem, Notice, Welcome } from './Notices.js';
import { useShortcuts } from './shortcuts.js';
import { usePage } from './use-page.js';

type HeadProps = Pick<Part, 'title' | 'hint'>;

const PartHead = memo(function PartHead({ id, title, hint }: HeadProps & { readonly id: string }) {
  return (
    <div className="part-head">
      <h2 className="part-title" id={id}>
        {title}
      </h2>
      <p className="part-hint">{hint}</p>
    </div>
  );
});

interface PartSectionProps extends HeadProps {
  readonly name: string;
  /** Whether a small screen shows one of its views. */
  readonly shown: boolean;
  readonly children: ReactNode;
}

/** A part of the page under its heading. */
function PartSection({ name, title, hint, shown, children }: PartSectionProps) {
  const id = useId();
  return (
    <section className={`part part-${name}`} data-away={!shown} aria-labelledby={id}>
      <PartHead id={id} title={title} hint={hint} />
      {children}
    </section>
  );
}

interface BottomTabsProps {
  readonly shown: ViewName;
  readonly onShow: (view: ViewName) => void;
}

/** Chooses the view that a small screen shows. */
function BottomTabs({ shown, onShow }: BottomTabsProps) {
  return (
    <nav className="bottom-tabs" aria-label="Parts of the page">
      {VIEWS.map(({ name, title, icon }) => (
        <button
          key={name}
          type="button"
          className="bottom-tab"
          aria-current={name === shown ? 'true' : undefined}
          onClick={() => {
            onShow(name);
            scrollTo({ top: 0 });
          }}
        >
          <Icon path={icon} />
          {title}
        </button>
      ))}
    </nav>
  );
}

/** A link from an embedded playground to the whole one, with the current document. */
function EmbedFoot({ start, state }: { readonly start: Start; readonly state: DocumentState }) {
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

// A keystroke doesn't render these again.
const StableHeader = memo(Header);
const StableTabs = memo(BottomTabs);
const StableDialogs = memo(Dialogs);
const StableWelcome = memo(Welcome);

export function App({ start }: { readonly start: Start }) {
  const page = usePage(start);
  const { state, dispatch, actions, dialog, notice, shown, problem, clearProblem, operation } = page;
  const { past, future } = state.timeline;
  const [theme, setTheme] = useTheme();
  const idle = useIdle();
  const { embedded } = start;
  useShortcuts(dispatch, actions.open);
  return (
    <div className="page" data-shown={shown} data-embedded={embedded}>
      {!embedded && (
        <StableHeader
          actions={actions}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          theme={theme}
          onTheme={setTheme}
        />
      )}
      {problem !== undefined && <LinkProblem problem={problem} onClose={clearProblem} />}
      {!embedded && start.isFirst && <StableWelcome actions={actions} />}
      <main>
        {PARTS.filter((part) => part.embedded || !embedded).map(({ name, title, hint, views, component: Content }) => (
          <PartSection
            key={name}
            name={name}
            title={title}
            hint={hint}
            shown={views.some((view) => view.name === shown)}
          >
            <Content state={state} dispatch={dispatch} operation={operation} embedded={embedded} idle={idle} />
          </PartSection>
        ))}
      </main>
      {embedded ? <EmbedFoot start={start} state={state} /> : <StableTabs shown={shown} onShow={actions.show} />}
      <StableDialogs dialog={dialog} actions={actions} base={start.base} onTheme={setTheme} />
      <Notice text={notice} onEnd={actions.endNotice} />
    </div>
  );
}
