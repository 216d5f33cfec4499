import { isJson, JSON_CONTENT_TYPE } from './content.js';
import type { Options } from './merge.js';
import type { Pass } from './pass.js';
import { report } from './record.js';

/** The headers of the request: `accept` as `mediaType` amends it, and the type of a JSON body. */
export function finishHeaders(
  { rules: { amendAccept }, record }: Pass,
  { headers: fields, mediaType, data }: Options,
  { headers: defaultFields, jsonHeaders }: Options,
  body: unknown,
): Record<string, string> {
  const json = body !== undefined && (body !== data || isJson(body));
  // Those of the call are a copy.
  const headers = fields !== defaultFields ? fields : { ...(json ? jsonHeaders : fields) };
  if (mediaType.format || mediaType.previews.length) {
    if (!amendAccept)
      report(record, 'invalid-media-type', 'mediaType', 'needs the vendor of createEndpoint({ vendor })');
    const accept = amendAccept?.(headers['accept'] ?? '', mediaType);
    if (accept) headers['accept'] = accept;
  }
  if (json) headers['content-type'] ??= JSON_CONTENT_TYPE;
  return headers;
}
