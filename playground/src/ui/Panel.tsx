import { memo, useId, type ReactNode } from 'react';

interface PanelHeadProps {
  readonly title: string;
  /** Controls at the right of the title. */
  readonly actions?: ReactNode;
  readonly hint?: ReactNode;
}

interface PanelProps extends PanelHeadProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Renders again only for new `actions` and `hint`, so pass the same elements while nothing changes. */
const PanelHead = memo(function PanelHead({ id, title, hint, actions }: { readonly id: string } & PanelHeadProps) {
  return (
    <div className="panel-head">
      <h3 className="panel-title" id={id}>
        {title}
      </h3>
      {hint !== undefined && <p className="panel-hint">{hint}</p>}
      {actions !== undefined && <div className="panel-actions">{actions}</div>}
    </div>
  );
});

/** A box with a heading that names it. */
export function Panel({ title, actions, hint, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel box contained ${className}`} aria-labelledby={id}>
      <PanelHead id={id} title={title} hint={hint} actions={actions} />
      {children}
    </section>
  );
}
