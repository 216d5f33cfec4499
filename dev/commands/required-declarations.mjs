/**
 * The declarations of an entry for `require`: what a CommonJS file sees. They declare nothing again, but name the members of the
 * declarations for `import`, so that a program with files of both kinds has one `EndpointError` and one `endpoint.in`.
 * By hand: the compiler writes a declaration in one form only.
 */
import { basename } from 'node:path';
import ts from 'typescript59';

/**
 * Writes the declarations for `require` of each entry.
 *
 * @param {readonly string[]} entries the paths of the declarations for `import`, `….d.ts`
 * @returns {Map<string, string>} the text of each by its path, `….d.cts`
 */
export function requiredDeclarations(entries) {
  const options = {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noLib: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  // Names and kinds of members need nothing that packages import from others: to read it takes most of the time.
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) =>
      file.includes('/node_modules/') && !text.startsWith('.')
        ? { resolvedModule: undefined }
        : ts.resolveModuleName(text, file, options, host),
    );
  const program = ts.createProgram(entries, options, host);
  return new Map(entries.map((path) => [path.replace(/\.d\.ts$/, '.d.cts'), requiredDeclaration(program, path)]));
}

/** @param {ts.Program} program @param {string} path */
function requiredDeclaration(program, path) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path} is not a module.`);
  const members = checker.getExportsOfModule(module).map((symbol) => ({
    name: symbol.name,
    symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  }));
  const values = members.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Value);
  const types = members.filter((member) => !values.includes(member)).map(({ name }) => name);
  const from = `'./${basename(path).replace(/\.d\.ts$/, '.js')}' with { 'resolution-mode': 'import' }`;
  return [
    `import type * as module from ${from};`,
    ...values.map(({ name, symbol }) => valueDeclaration(name, symbol)),
    types.length === 0 ? 'export {};' : `export type { ${types.join(', ')} } from ${from};`,
    '',
  ].join('\n');
}

/** @param {string} name @param {ts.Symbol} symbol */
function valueDeclaration(name, symbol) {
  const declaration = symbol.declarations?.[0];
  const parameters = (declaration && ts.isClassDeclaration(declaration) && declaration.typeParameters) || [];
  const list = (/** @type {string[]} */ texts) => (texts.length === 0 ? '' : `<${texts.join(', ')}>`);
  const declared = list(parameters.map((parameter) => parameter.getText()));
  const passed = list(parameters.map((parameter) => parameter.name.text));
  // A declaration of a variable has its comment at the statement.
  const comments = declaration === undefined ? [] : ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  return [
    ...comments.map((comment) => comment.getText()),
    `export declare const ${name}: typeof module.${name};`,
    ...(symbol.flags & ts.SymbolFlags.Type ? [`export type ${name}${declared} = module.${name}${passed};`] : []),
  ].join('\n');
}
