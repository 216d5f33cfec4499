/**
 * The syntax that some engines lacked in and after 2020: how each feature of the compatibility data shows in a parsed program.
 */
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** @typedef {import('acorn').AnyNode} Node */

/** @param {Node | null | undefined} node */
const isString = (node) => node?.type === 'Literal';

/** @type {Readonly<Record<string, (node: any, inFunction: boolean) => boolean>>} */
const NODES = {
  'operators.await.top_level': (node, inFunction) =>
    !inFunction && (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)),
  'operators.import.options_parameter': ({ type, options }) => type === 'ImportExpression' && Boolean(options),
  'operators.import_meta.resolve': ({ type, object, property }) =>
    type === 'MemberExpression' && object.type === 'MetaProperty' && property.name === 'resolve',
  'operators.logical_and_assignment': ({ operator }) => operator === '&&=',
  'operators.logical_or_assignment': ({ operator }) => operator === '||=',
  'operators.nullish_coalescing_assignment': ({ operator }) => operator === '??=',
  'operators.nullish_coalescing': ({ operator }) => operator === '??',
  'operators.optional_chaining': ({ type }) => type === 'ChainExpression',
  'statements.using': ({ type, kind }) => type === 'VariableDeclaration' && kind === 'using',
  'statements.await_using': ({ type, kind }) => type === 'VariableDeclaration' && kind === 'await using',
  'statements.export.namespace': ({ type, exported }) => type === 'ExportAllDeclaration' && Boolean(exported),
  'statements.export.arbitrary_module_namespace_identifier_names': ({ type, exported }) =>
    type.startsWith('Export') && isString(exported),
  'statements.import.arbitrary_module_namespace_identifier_names': ({ type, imported }) =>
    type === 'ImportSpecifier' && isString(imported),
  'statements.import.import_attributes': ({ type, attributes }) =>
    type !== 'ImportExpression' && attributes?.length > 0,
  'classes.public_class_fields': ({ type, key }) => type === 'PropertyDefinition' && key.type !== 'PrivateIdentifier',
  'classes.private_class_fields': ({ type, key }) => type === 'PropertyDefinition' && key.type === 'PrivateIdentifier',
  'classes.private_class_methods': ({ type, key }) => type === 'MethodDefinition' && key.type === 'PrivateIdentifier',
  'classes.private_class_fields_in': ({ type, left }) =>
    type === 'BinaryExpression' && left.type === 'PrivateIdentifier',
  'classes.static.class_fields': (node) => node.type === 'PropertyDefinition' && node.static,
  'classes.static.initialization_blocks': ({ type }) => type === 'StaticBlock',
  'grammar.numeric_separators': ({ type, value, raw }) =>
    type === 'Literal' && typeof value !== 'string' && !/^[/]/.test(raw) && raw.includes('_'),
};

/** Not in the data: WebKit 2.38, of Safari 16.0, finds `\p{Cs}` in the middle of pairs, unless the pattern begins with `^`. */
export const SURROGATES_IN_PAIRS = 'surrogates of pairs';

/** By flag; in the data they are members of RegExp. */
const FLAGS = { d: 'hasIndices', s: 'dotAll', u: 'unicode', v: 'unicodeSets', y: 'sticky' };

/**
 * The names of the features that a node of the program uses.
 *
 * @param {Node} node
 * @param {boolean} inFunction
 */
export const syntaxOf = (node, inFunction) =>
  Object.entries(NODES).flatMap(([name, applies]) => (applies(node, inFunction) ? [`javascript.${name}`] : []));

/**
 * The names of the features that a regular expression uses.
 *
 * @param {string} pattern
 * @param {string} flags
 */
export function syntaxOfPattern(pattern, flags) {
  const names = Object.entries(FLAGS).flatMap(([flag, name]) =>
    flags.includes(flag) ? [`javascript.builtins.RegExp.${name}`] : [],
  );
  /** @type {Map<string, unknown>} */
  const groups = new Map();
  /** @param {string} name */
  const add = (name) => names.push(`javascript.regular_expressions.${name}`);
  visitRegExpAST(
    new RegExpParser().parsePattern(pattern, 0, pattern.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    }),
    {
      onAssertionEnter: ({ kind }) => {
        if (kind === 'lookbehind') add('lookbehind_assertion');
      },
      onCharacterSetEnter: ({ kind, raw }) => {
        if (kind === 'property') add('unicode_character_class_escape');
        if (/Cs|Surrogate/.test(raw) && !pattern.startsWith('^')) names.push(SURROGATES_IN_PAIRS);
      },
      onModifiersEnter: () => {
        add('modifier');
      },
      onCapturingGroupEnter: ({ name }) => {
        if (name === null) return;
        add(groups.has(name) ? 'named_capturing_group.duplicate_named_capturing_groups' : 'named_capturing_group');
        groups.set(name, true);
      },
    },
  );
  return names;
}
