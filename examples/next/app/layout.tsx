import type { ReactNode } from 'react';

export const metadata = { title: 'endpoint.js with Next' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
