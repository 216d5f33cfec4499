/**
 * A segment `.` or `..`, also percent-encoded, with the slash before it: URL parsers resolve it in a path (WHATWG URL Standard).
 */
export const DOT_SEGMENT = /(?:^|\/)(?<segment>(?:\.|%2e){1,2})(?=[/?#]|$)/i;

/** Whether a whole text is a dot segment. */
export const isDotSegment = (text: string): boolean => DOT_SEGMENT.exec(text)?.groups?.['segment'] === text;
