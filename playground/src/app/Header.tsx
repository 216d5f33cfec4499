import { ThemeToggle } from './ThemeToggle.js';

export function Header() {
  return (
    <header className="header">
      <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M12 8c-3 0-3.2 1.6-3.2 3.6S8.6 16 6.5 16c2.1 0 2.3 2.4 2.3 4.4S9 24 12 24M20 8c3 0 3.2 1.6 3.2 3.6S23.4 16 25.5 16c-2.1 0-2.3 2.4-2.3 4.4S23 24 20 24M16 15.9v.2" />
      </svg>
      <h1 className="brand">
        endpoint.js <span>playground</span>
      </h1>
      <div className="header-end">
        <ThemeToggle />
      </div>
    </header>
  );
}
