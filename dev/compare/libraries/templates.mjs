/** The libraries that expand templates of RFC 6570, and do nothing else. */
import { at, join, valuesOf, writeTemplate } from '../routes.mjs';
import { VALUES } from '../library.mjs';

/**
 * @param {string} name of the package
 * @param {string} member that the program imports
 * @param {(module: any) => (template: string) => (values: Record<string, any>) => string} parserOf
 * @returns {import('../library.mjs').Library}
 */
const expander = (name, member, parserOf) => ({
  package: name,
  member,
  adapt(module) {
    const parse = parserOf(module);
    return {
      template: (template, values) => parse(template)(values),
      request(one) {
        const query = valuesOf(at(one, 'query'));
        // A name that no template can have is a key of an exploded map.
        const isNameable = Object.keys(query).every((key) => /^[\w.]+$/.test(key));
        const template = isNameable ? writeTemplate(one) : `${one.path}{?query*}`;
        if (template === undefined || one.body !== undefined) return undefined;
        const values = valuesOf([...at(one, 'host'), ...at(one, 'path')]);
        return { url: parse(join(one, template))({ ...(isNameable ? query : { query }), ...values }) };
      },
      timed: {
        route: (id) => `https://api.example/repos/{owner}/{repo}/issues/${id}/comments{?page}`,
        build: (route) => parse(route)(VALUES),
        prepare(route) {
          const expand = parse(route);
          return () => expand(VALUES);
        },
      },
    };
  },
});

export const urlTemplate = expander('url-template', 'parseTemplate', ({ parseTemplate }) => (template) => {
  const parsed = parseTemplate(template);
  return (values) => parsed.expand(values);
});

export const stdUriTemplate = expander(
  '@std-uritemplate/std-uritemplate',
  'StdUriTemplate',
  ({ StdUriTemplate }) =>
    (template) =>
    (values) =>
      StdUriTemplate.expand(template, values),
);

export const uriTemplates = expander('uri-templates', 'default', ({ default: parse }) => (template) => {
  const parsed = parse(template);
  return (values) => parsed.fill(values);
});
