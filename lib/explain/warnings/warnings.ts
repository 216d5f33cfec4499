import type { Warning } from '../rules.js';
import { CREDENTIAL_WARNINGS } from './credentials.js';
import { PARAMETER_WARNINGS } from './parameters.js';
import { REQUEST_WARNINGS } from './request.js';
import { ROUTE_WARNINGS } from './route.js';
import { VALUE_WARNINGS } from './values.js';

/** All warnings, in the order in which they are reported. */
export const WARNINGS: readonly Warning[] = /* @__PURE__ */ [
  PARAMETER_WARNINGS,
  CREDENTIAL_WARNINGS,
  ROUTE_WARNINGS,
  VALUE_WARNINGS,
  REQUEST_WARNINGS,
].flat();
