/**
 * The oldest engines that each published file supports, and what the check of its features must not report.
 */

/** Contract of the library: every engine since mid-2020. */
export const LIBRARY = { chrome: 85, edge: 85, firefox: 79, safari: 14, safari_ios: 14 };

/** Members of the builder's own objects with the names of newer features. */
export const LIBRARY_NAMES = {
  'javascript.builtins.SuppressedError.error': "a recorder's first error",
  'api.LayoutShiftAttribution.node': 'makes a node of an automaton',
};
