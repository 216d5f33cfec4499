import { isJson, JSON_CONTENT_TYPE } from './content.js';
import type { AmendAccept } from './media-type.js';
import type { Options } from './merge.js';
import { report, type Recorder } from './record.js';

/** The headers of the request: `accept` as `mediaType` amends it, and the type of a JSON body. */
export function finishHeaders(
  { headers: fields, mediaType, data }: Options,
  { headers: defaultFields, jsonHeaders }: Options,
  body: unknown,
  amendAccept: AmendAccept | undefined,
  record: Recorder | undefined,
): Record<string, string> {
  const json = body !== undefined && (body !== data || isJson(body));
  // Those of the call are a copy.
  const headers = fields !== defaultFields ? fields : { ...(json ? jsonHeaders : fields) };
  if (mediaType.format || mediaType.previews.length) amendHeaders(headers, mediaType, amendAccept, record);
  if (json) headers['content-type'] ??= JSON_CONTENT_TYPE;
  return headers;
}

function amendHeaders(
  headers: Record<string, string>,
  mediaType: Options['mediaType'],
  amendAccept: AmendAccept | undefined,
  record: Recorder | undefined,
): void {
  if (!amendAccept)
    return report(record, 'invalid-media-type', 'mediaType', 'needs the vendor of createEndpoint({ vendor })');
  const accept = amendAccept(headers['accept'] ?? '', mediaType);
  if (accept) headers['accept'] = accept;
}
