/** Builds the requests of a document's operations by tools, and compares them with what the document describes. */
import { createTools, type Tool, type Tools } from 'endpoint.js/tools';
import { enlarge, expect, listValues, planCalls, type Call } from './calls.js';
import { generalize } from './findings.js';
import { BASE, getReason, judgeCall, kindOf, listOwn, nameOf, SETTINGS, type Run } from './judge-call.js';
import { isReserved, readOperations, type Operation, type Parameter } from './operations.js';
import { Undefined } from './serializer.js';
import { isObject, type Json } from './source.js';
import { Arguments } from './tool-arguments.js';

/** Gives each operation an id that is the name of its tool. */
export function nameOperations(operations: readonly Operation[], keep = false): Map<Operation, string> {
  const names = new Map<Operation, string>();
  const taken = new Set<Json>();
  for (const operation of operations) {
    // An object that two paths share can have one id only.
    if (taken.has(operation.source)) continue;
    taken.add(operation.source);
    // Those of the documents beside the tests are names already.
    const { operationId } = operation.source;
    const name = keep && typeof operationId === 'string' ? operationId : `tool_${names.size}`;
    operation.source['operationId'] = name;
    names.set(operation, name);
  }
  return names;
}

function countLeft(run: Run, operation: Operation, left: readonly Parameter[], own: readonly string[]): void {
  const { findings, source, maker } = run;
  const where = nameOf(run, operation);
  for (const parameter of left) {
    const { name, place, required } = parameter;
    const warning = own.find((one) => one.includes(name));
    if (isReserved(source, parameter) !== false) {
      const what = place === 'cookie' ? 'a cookie' : 'a credential, or a header of the settings,';
      // That of the settings is what the settings say.
      if (warning === undefined && !(name.toLowerCase() in SETTINGS))
        findings.add('unwarned', `${what} left out without a warning`, where, `${place} ${name}`);
      continue;
    }
    const reason = generalize(getReason(warning).replace(name, 'it'));
    const label = `a parameter of the ${place}${required ? ', required,' : ''} left out: ${reason}`;
    const isUndefined = listValues(maker, operation, parameter).length === 0;
    const kind = warning === undefined ? 'silent' : isUndefined ? 'undefined' : kindOf(label, 'loud');
    findings.add(kind, label, where, `${name}; ${warning ?? ''}`);
  }
}

/** The calls of one tool. */
class ToolCalls {
  private readonly run: Run;
  private readonly operation: Operation;
  private readonly tool: Tool;
  private readonly tools: Tools;
  private readonly own: readonly string[];
  private readonly mapping: Arguments;

  constructor(run: Run, operation: Operation, tool: Tool, tools: Tools) {
    this.run = run;
    this.operation = operation;
    this.tool = tool;
    this.tools = tools;
    this.own = listOwn(operation, tools.warnings);
    this.mapping = new Arguments(run.source, tool, operation);
  }

  /** Whether the absence of all members is the absence of the body. */
  private isAbsent(body: unknown): boolean {
    const { operation, mapping } = this;
    return (
      isObject(body) &&
      Object.keys(body).length === 0 &&
      operation.body?.required === false &&
      mapping.whole === undefined
    );
  }

  private async attempt(sent: Call, passed: Call, prefix = ''): Promise<boolean> {
    const { run, operation, mapping, tool, tools, own } = this;
    const where = nameOf(run, operation);
    run.findings.count('calls');
    const { args, lost } = mapping.write(passed.values, passed.body);
    if (lost.length > 0) {
      const why =
        passed.body === null
          ? 'the body can be null, but no argument can'
          : lost[0] === 'extra'
            ? 'members beyond the declared ones have no argument'
            : lost[0] === 'body'
              ? 'the body has no argument'
              : 'a member has no argument';
      run.findings.add(kindOf(why, 'loud', where), why, where, `${lost.join(', ')}; ${own.join(' ')}`);
      return false;
    }
    const call = this.isAbsent(sent.body) ? { ...sent, body: undefined } : sent;
    try {
      const expected = expect(run.source, operation, call, BASE);
      return await judgeCall(run, where, () => tools.build(tool.name, args), { expected, prefix, warnings: own });
    } catch (error) {
      if (!(error instanceof Undefined)) throw error;
      run.findings.add('undefined', error.message.replace(/\{.*\}/, '{…}'), where, '');
      return true;
    }
  }

  async try(): Promise<void> {
    const { run, operation, mapping, own } = this;
    const { source, maker, findings } = run;
    const where = nameOf(run, operation);
    findings.count('tools');
    countLeft(run, operation, mapping.left, own);
    const isBodyLeft = operation.hasForbiddenBody && !own.some((one) => one.includes('body'));
    if (isBodyLeft) findings.add('silent', 'the body of a GET left out', where, '');
    const used = operation.parameters.filter((parameter) => !mapping.left.includes(parameter));
    const { calls, lacking, lacksRequired } = planCalls(source, maker, operation, used);
    for (const part of lacking)
      findings.add('undefined', 'no value that the specification says how to write', where, part);
    if (lacksRequired) return;
    const tried = new Set<string>();
    const right = new Set<string>();
    for (const call of calls) {
      const isRight = await this.attempt(call, call);
      for (const label of call.labels) {
        tried.add(label);
        if (isRight) right.add(label);
      }
    }
    for (const label of tried)
      if (!right.has(label))
        findings.add('alternative', 'an alternative that no call builds', where, maker.describe(label));
    findings.count('alternatives', tried.size);
    findings.count('alternatives refused', tried.size - right.size);
    if (tried.size > 0) findings.count('operations with alternatives');
    const large = enlarge(source, operation, calls.at(-1) as Call);
    if (large) await this.attempt(large.sent, large.passed, 'decimal text: ');
  }
}

/** Tries the tools of a document. */
export async function runTools(run: Run): Promise<Tools> {
  const { source, document, findings } = run;
  const names = nameOperations(readOperations(source), run.keepsNames);
  const tools = createTools(document, { baseUrl: BASE, headers: SETTINGS });
  const byName = new Map(tools.tools.map((tool) => [tool.name, tool]));
  findings.count('documents');
  for (const [operation, id] of names) {
    findings.count('operations');
    const tool = byName.get(id);
    if (tool) {
      await new ToolCalls(run, operation, tool, tools).try();
      continue;
    }
    const [warning] = listOwn(operation, tools.warnings);
    const required = operation.parameters.find(({ name }) => warning?.includes(`${name} is required`));
    const isUndefined = required && listValues(run.maker, operation, required).length === 0;
    const label = `no tool: ${generalize(getReason(warning))}`.replace(/\S+ is required/, 'it is required');
    const kind =
      warning === undefined ? 'silent' : isUndefined ? 'undefined' : kindOf(label, 'loud', nameOf(run, operation));
    findings.add(kind, label, nameOf(run, operation), warning ?? '');
  }
  return tools;
}
