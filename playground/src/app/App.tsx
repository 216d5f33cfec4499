import { memo } from 'react';
import { useIdle } from '../ui/rendering/use-idle.js';
import { Dialogs } from './dialogs/Dialogs.js';
import type { Start } from './document/start.js';
import { Header } from './header/Header.js';
import { useTheme } from './header/theme.js';
import { LinkProblem, Notice } from './notices/Notices.js';
import { Welcome } from './notices/Welcome.js';
import { BottomTabs } from './parts/BottomTabs.js';
import { PARTS } from './parts/parts.js';
import { PartSection } from './parts/PartSection.js';
import { EmbedFoot } from './sharing/EmbedFoot.js';
import { useShortcuts } from './shortcuts/use-shortcuts.js';
import { usePage } from './use-page.js';

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
