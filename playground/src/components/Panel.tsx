import { useId, type ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  /** What stands at the right of the title. */
  readonly actions?: ReactNode;
  readonly hint?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the page, with a heading that names it. */
export function Panel({ title, actions, hint, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-head">
        <h3 className="panel-title" id={id}>
          {title}
        </h3>
        {hint !== undefined && <p className="panel-hint">{hint}</p>}
        {actions !== undefined && <div className="panel-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
