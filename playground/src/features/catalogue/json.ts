export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object as it is; anything else counts as empty, because documents of strangers hold anything. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const MAX_REFERENCES = 50;

/** Follows `$ref` within a document; what leads nowhere, outside or round in circles counts as empty. */
export function follow(root: JsonObject, value: unknown): JsonObject {
  let at = asObject(value);
  for (let step = 0; step < MAX_REFERENCES; step += 1) {
    const reference = at['$ref'];
    if (typeof reference !== 'string') return at;
    if (!reference.startsWith('#/')) return {};
    at = asObject(
      reference
        .slice(2)
        .split('/')
        .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>(
          (object, key) => (isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined),
          root,
        ),
    );
  }
  return {};
}
