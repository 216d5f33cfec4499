/** Finds what takes settings among the exports of the three packages, by their types. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function listEntries(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly 'endpoint.js-source': string }>>;
  };
  return Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : resolve(root, folder, entry['endpoint.js-source']),
  );
}

/** Reads the entries and the sources that they import. To read packages as well would take most of the time; their types are `any`. */
function createProgram(entries: readonly string[]): ts.Program {
  const options = { strict: true, target: ts.ScriptTarget.ES2022, lib: ['lib.es5.d.ts'], types: [] };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) => {
      const path = resolve(dirname(file), text).replace(/\.js$/, '.ts');
      const isSource = text.startsWith('.') && path.endsWith('.ts') && existsSync(path);
      return { resolvedModule: isSource ? { resolvedFileName: path, extension: ts.Extension.Ts } : undefined };
    });
  return ts.createProgram([...entries], options, host);
}

/** The types of a program, as this search sees them. */
function createTypes(program: ts.Program) {
  const checker = program.getTypeChecker();
  const isOurs = (symbol: ts.Symbol | undefined): symbol is ts.Symbol =>
    symbol?.declarations?.some((node) => !program.isSourceFileDefaultLibrary(node.getSourceFile())) ?? false;
  const nameOf = (type: ts.Type): ts.Symbol => type.aliasSymbol ?? type.symbol;
  const typeOf = (symbol: ts.Symbol): ts.Type =>
    checker.getApparentType(checker.getNonNullableType(checker.getTypeOfSymbol(symbol)));

  /** Whether it is an object with names of its own, all known: neither a function, an instance or a list, nor one of any names. */
  function isSettings(type: ts.Type): boolean {
    if (type.isUnion()) {
      const objects = type.types.filter(({ flags }) => flags & ts.TypeFlags.Object);
      return objects.length > 0 && objects.every(isSettings);
    }
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || type.isClass()) return false;
    const hasSignature = type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
    if (hasSignature || checker.getIndexInfosOfType(type).length > 0) return false;
    const properties = type.getProperties();
    // An object with methods is one to work with, such as a stream.
    return properties.length > 0 && properties.every((one) => isOurs(one) && !(one.flags & ts.SymbolFlags.Method));
  }

  /** The type of a list's members, or of an object's of any names. */
  const memberOf = (type: ts.Type): ts.Type | undefined =>
    type.flags & ts.TypeFlags.Object ? (type.getNumberIndexType() ?? type.getStringIndexType()) : undefined;
  return { checker, isOurs, isSettings, memberOf, nameOf, typeOf };
}

/**
 * Finds each parameter that takes settings, as `createServer[0]`, and each setting that has settings, as `createServer[0].tls`.
 *
 * @param data the names of types whose objects have known names too, but are no settings
 * @returns the names of the settings, by place; and the types among `data` that were found
 */
export function findSettings(data: ReadonlySet<string>) {
  const entries = ['lib', 'client', 'server'].flatMap(listEntries);
  const program = createProgram(entries);
  const { checker, isOurs, isSettings, memberOf, nameOf, typeOf } = createTypes(program);
  const places = new Map<string, readonly string[]>();
  const excluded = new Set<string>();
  const visited = new Set<ts.Type | ts.Symbol>();

  function addSettings(path: string, type: ts.Type): void {
    if (!isSettings(type)) return;
    const excludedName = (type.isUnionOrIntersection() ? type.types : [type])
      .map((one) => nameOf(one)?.name ?? '')
      .find((name) => data.has(name));
    if (excludedName !== undefined) return void excluded.add(excludedName);
    const properties = checker.getPropertiesOfType(type);
    places.set(path, [...new Set([...(places.get(path) ?? []), ...properties.map((one) => one.name)])]);
    for (const one of properties) {
      const member = typeOf(one);
      addSettings(`${path}.${one.name}`, member);
      const inner = memberOf(member);
      if (inner) addSettings(`${path}.${one.name}.*`, checker.getApparentType(inner));
    }
  }

  function visitFunction(path: string, type: ts.Type): void {
    for (const signature of type.getCallSignatures()) {
      for (const [index, parameter] of signature.getParameters().entries())
        addSettings(`${path}[${index}]`, typeOf(parameter));
      const returned = signature.getReturnType();
      visitMembers(checker.getAwaitedType(returned) ?? returned);
    }
  }

  /** Visits the methods of an object that a user gets. */
  function visitMembers(type: ts.Type): void {
    const object = checker.getApparentType(checker.getNonNullableType(type));
    const symbol = nameOf(object);
    const inner = memberOf(object);
    const key = inner ? object : symbol;
    if (visited.has(key)) return;
    visited.add(key);
    if (inner) visitMembers(inner);
    if (!isOurs(symbol)) return;
    for (const property of object.getProperties()) {
      const member = typeOf(property);
      visitFunction(`${symbol.name}.${property.name}`, member);
      if (member.getCallSignatures().length === 0) visitMembers(member);
    }
  }

  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${entry} exports nothing.`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!(symbol.flags & ts.SymbolFlags.Value)) continue;
      visitFunction(exported.name, typeOf(symbol));
      visitMembers(typeOf(symbol));
    }
  }
  return { places, excluded };
}
