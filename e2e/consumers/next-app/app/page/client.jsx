'use client';

import { useEffect } from 'react';
import { modules } from '../../modules.js';
import { runSuite } from '../../suite.js';

/** A client component, which runs the suite in the browser. */
export default function Client() {
  useEffect(() => {
    Object.assign(globalThis, {
      /** @param {string} settings */
      runSuite: (settings) => runSuite(modules, JSON.parse(settings)),
    });
  }, []);
  return <p>Suite</p>;
}
