import type { NextConfig } from 'next';

const config: NextConfig = {
  // Without it, Next looks for a lock file in the folders above, and finds that of this repository.
  turbopack: { root: import.meta.dirname },
};

export default config;
