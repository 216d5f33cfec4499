import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/** The folder of rules, dashboard and Prometheus' configuration. */
export const OBSERVABILITY = fileURLToPath(new URL('../observability/', import.meta.url));

const read = (name: string): string => readFileSync(OBSERVABILITY + name, 'utf8');

/** A rule of rules.yaml. */
export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const { groups }: { groups: { rules: Rule[] }[] } = parse(read('rules.yaml'));
export const rules: readonly Rule[] = groups.flatMap((group) => group.rules);

/** A panel of dashboard.json; a row has no targets. */
export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly {
    readonly expr: string;
    readonly legendFormat: string;
    readonly datasource: { readonly uid: string };
  }[];
}

export interface Dashboard {
  readonly schemaVersion: number;
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
}

export const dashboard: Dashboard = JSON.parse(read('dashboard.json'));

/** The examples of rules.test.yaml. */
export const examples: { readonly tests: readonly { readonly alert_rule_test?: readonly Example[] }[] } = parse(
  read('rules.test.yaml'),
);

interface Example {
  readonly alertname: string;
  readonly exp_alerts: readonly unknown[];
}

/** A selector of an expression: `name{label="value"}`. */
interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** An expression of PromQL, reduced to the names that must exist. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** The labels of `by`, `without`, `on` and `ignoring`. */
  readonly grouping: readonly string[];
}

/**
 * Reads an expression by Prometheus' own grammar.
 *
 * @throws {Error} for one that can't be parsed, with the place
 */
export function readExpression(text: string): Expression {
  const selectors: { metric: string; matchers: { label: string; operator: string; value: string }[] }[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter({ name, from, to, node, type }) {
      if (type.isError) throw new Error(`${text} can't be read at ${from}, near "${text.slice(from, from + 20)}".`);
      const source = text.slice(from, to);
      if (name === 'VectorSelector') {
        const identifier = node.getChild('Identifier');
        selectors.push({ metric: identifier ? text.slice(identifier.from, identifier.to) : '', matchers: [] });
      } else if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*["'](.*)["']$/.exec(source) ?? [];
        selectors.at(-1)?.matchers.push({ label, operator, value });
      } else if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouping.push(source);
    },
  });
  return { selectors, grouping };
}

/** A series of an exposition. */
export interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads the series of Prometheus' text format. */
export function readSeries(exposition: string): Series[] {
  return exposition.split('\n').flatMap((line) => {
    const [, metric, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (metric === undefined) return [];
    const pairs = Array.from(labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, name = '', value = '']) => [
      name,
      value,
    ]);
    return [{ metric, labels: Object.fromEntries(pairs) as Record<string, string> }];
  });
}

/** Labels that Prometheus itself adds to each series. */
const targetLabels = new Set(['instance', 'job']);

/** Lists the metrics, labels and values of an expression that no series has. */
export function findMissing({ selectors, grouping }: Expression, series: readonly Series[]): string[] {
  const missing: string[] = [];
  const labels = new Set<string>(targetLabels);
  for (const { metric, matchers } of selectors) {
    const found = series.filter((candidate) => candidate.metric === metric);
    if (found.length === 0) missing.push(metric);
    for (const { label } of found.flatMap((one) => Object.keys(one.labels).map((name) => ({ label: name }))))
      labels.add(label);
    for (const { label, operator, value } of matchers) {
      const values = found.map((one) => one.labels[label]);
      const expected = operator === '=' ? [value] : operator === '=~' ? value.split('|') : [];
      const matches = values.some((one) => one !== undefined) && expected.every((one) => values.includes(one));
      if (!matches) missing.push(`${metric}{${label}${operator}"${value}"}`);
    }
  }
  return [...missing, ...grouping.filter((label) => !labels.has(label)).map((label) => `the label ${label}`)];
}
