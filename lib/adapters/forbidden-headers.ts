/** The forbidden request-headers of the Fetch Standard. */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i;

/** Whether pages can't set a header: browsers leave it out, or send their own. */
export const isForbiddenHeader = (name: string): boolean => FORBIDDEN.test(name);
