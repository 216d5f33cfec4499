/** Text that no answer may contain: stack traces, and places in files of this project or Node. */
export const INTERNALS =
  /\n\s*at |\bat \S+ \(|:\d+:\d+\)|\.[cm]?[jt]s\b|node:|node_modules|\/(home|root|usr|work|src)\//;
