/** docs/guides/envoy.md, JSON: its blocks as edits of envoy.production.yaml. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProductionOptions } from './production.js';

/** The descriptor set of the service, as committed. */
export const DESCRIPTOR_SET = fileURLToPath(new URL('../../proto/gen/api.binpb', import.meta.url));
const GUIDE = fileURLToPath(new URL('../../docs/guides/envoy.md', import.meta.url));

/** Where the blocks go, in the order of the guide: the text of the file that follows each. */
const PLACES = [
  `                        - match:
                            prefix: /api.ApiService/
                            headers:
                              - { name: ':method', string_match: { exact: POST } }
                          direct_response: { status: 415 }
`,
  '                    # The message came too late, or the call exceeded the ceiling above: DEADLINE_EXCEEDED.\n',
  '                  # Counts the calls of one method by gRPC status',
];

/**
 * Makes the edits.
 *
 * @param descriptorSet the path of a descriptor set
 * @throws {Error} when the guide has another number of blocks
 */
export function readJsonEdits(descriptorSet = DESCRIPTOR_SET): NonNullable<ProductionOptions['edits']> {
  const [, section = ''] = /\n## JSON\n([^]*?)\n## /.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const blocks = [...section.matchAll(/```yaml\n([^]*?)```/g)].map(([, block = '']) => block);
  if (blocks.length !== PLACES.length) {
    throw new Error(`The guide has ${blocks.length} blocks for JSON; there are places for ${PLACES.length}.`);
  }
  return PLACES.map((place, at) => {
    const indent = /^ */.exec(place)?.[0] ?? '';
    const block = (blocks[at] ?? '').replaceAll('/etc/envoy/api.binpb', descriptorSet).replaceAll(/^(?=.)/gm, indent);
    return [place, block + place];
  });
}
