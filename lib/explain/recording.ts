import { EndpointError } from '../errors.js';
import type { EndpointOptions, MergedOptions, ParameterLocations } from '../options.js';
import { mergeOptions, NO_OPTIONS, pickParameters, toOptions } from '../request/merge.js';
import type { Results } from '../request/build.js';
import type { Malformed, Passed, Recorder, Stage } from '../request/record.js';
import type { Expression } from '../template/ast.js';
import type { Piece } from '../template/pieces.js';
import type { Writer } from '../template/writer.js';
import type { Layer, Replaced, Span } from './explanation.js';
import { parseAfter } from './malformed.js';
import { getLast, hasOwn, type Values } from '../template/values.js';

/** A layer with its options. */
export interface Source {
  readonly layer: Layer;
  readonly options: EndpointOptions;
}

/** The value from the last layer that names something, undefined where that layer unsets it. */
export interface Attributed extends Replaced {
  readonly replaced: readonly Replaced[];
}

type History = ReadonlyMap<string, Attributed>;

/** The values of each layer, by name: of options and parameters, by location, and of headers, by names in lower case. */
export type Attribution = Partial<Record<Passed | 'headers', History>>;

/** An expansion as it was written, or the error that prevented it. */
export interface Written {
  /** The names of its parameters. */
  readonly names: readonly string[];
  /** The way in which one was passed that the template doesn't name. */
  readonly passed?: Passed;
  readonly pieces: Piece[];
  error: EndpointError | undefined;
}

/** A parameter that the template doesn't name, and its place. */
export interface Placed extends Written {
  readonly name: string;
  readonly passed: Passed;
  readonly place: 'query' | 'body';
}

/** An error of the builder. */
export interface Failure {
  readonly error: EndpointError;
  /** The stage of the pass, or the layer of settings or defaults, which are merged before. */
  readonly stage: Stage | Layer;
  /** What it interrupted. */
  readonly written: Written | undefined;
}

/** No one reads more. */
export const MAX_PROBLEMS = 100;

/** The layer of settings that aren't read yet. */
export const SETTINGS: Layer = { kind: 'settings', index: 1, label: 'the settings' };

const DEFAULT_OPTIONS: MergedOptions = /* @__PURE__ */ toOptions(/* @__PURE__ */ mergeOptions(NO_OPTIONS));

const STAGES: readonly unknown[] = ['route', 'merge', 'template', 'expand', 'rest', 'headers', 'result'];

/** The place of a stage in the pass, which begins after all layers. */
export const findOrder = (stage: Stage | Layer) => STAGES.indexOf(stage);

/** Layers of options, as they are merged, and all errors. */
export class Recording implements Recorder {
  readonly sources: Source[];
  readonly attribution: Attribution;
  /** The results of the stages that had one. */
  readonly results: Partial<Results> = {};
  /** The merged options, before the headers are amended. */
  options = DEFAULT_OPTIONS;
  /** The merged parameters, without the options among them. */
  plain: Values = {};
  readonly malformedSpans: Span[] = [];
  readonly expressions: Written[] = [];
  readonly placedParameters: Placed[] = [];
  /** In the order of the stages. */
  readonly failures: Failure[];
  private currentStage: Stage | Layer = SETTINGS;
  private writing: Written | undefined;

  constructor(earlier?: Recording) {
    this.attribution = { ...earlier?.attribution };
    this.sources = [...(earlier?.sources ?? [])];
    this.failures = [...(earlier?.failures ?? [])];
  }

  /** The stage of the first error. */
  get failedStage() {
    const stage = this.failures[0]?.stage;
    return typeof stage === 'object' ? 'merge' : stage;
  }

  /** The headers of the request, or before they are amended. */
  get headers() {
    return this.results.headers ?? this.options.headers;
  }

  get error() {
    return this.failures[0]?.error;
  }

  /** Adds a layer, whose options are merged next. */
  addLayer(kind: Layer['kind'], label: string, options: EndpointOptions) {
    const layer = { kind, index: this.sources.length, label };
    this.sources.push({ layer, options });
    this.currentStage = layer;
    if (typeof options === 'object' && options) this.remember('plain', options);
  }

  private remember(kind: keyof Attribution, values: Values | undefined) {
    const { sources, attribution } = this;
    const { layer } = getLast(sources) as Source;
    // A copy, as calls share the layers before them.
    const history = new Map(attribution[kind]);
    for (const name of values ? Object.keys(values) : history.keys()) {
      const before = history.get(name);
      const replaced = before ? [...before.replaced, { value: before.value, layer: before.layer }] : [];
      history.set(name, { value: values?.[name], layer, replaced });
    }
    attribution[kind] = history;
  }

  fields(fields: Values | undefined) {
    this.remember('headers', fields);
  }

  located(location: keyof ParameterLocations | undefined, values: Values | undefined) {
    for (const kind of location ? [location] : (['path', 'query', 'body'] as const)) this.remember(kind, values);
  }

  stage(name: Stage) {
    this.currentStage = name;
  }

  failed(error: unknown, writer?: Writer) {
    if (!(error instanceof EndpointError)) throw error;
    const { writing, failures, currentStage: stage } = this;
    // What is written of `data` isn't recorded.
    const written = writer && writing?.names.includes(error.parameter ?? '') ? writing : undefined;
    if (written) {
      written.pieces.length = 0;
      written.error = error;
    }
    if (failures.length === MAX_PROBLEMS) return;
    failures.push({ error, stage, written });
    failures.sort((one, other) => findOrder(one.stage) - findOrder(other.stage));
  }

  note(results: Partial<Results>) {
    Object.assign(this.results, results);
    const { merged, route } = results;
    if (!merged) return;
    this.options = toOptions(merged, route);
    this.plain = pickParameters(merged);
  }

  malformed(error: unknown, template: Malformed) {
    this.malformedSpans.push(...parseAfter(error as EndpointError, template));
  }

  expression({ varspecs }: Expression, writer: Writer) {
    const written: Written = { names: varspecs.map(({ name }) => name), pieces: [], error: undefined };
    this.expressions.push(written);
    this.writing = written;
    writer.pieces = written.pieces;
  }

  placed(name: string, place: 'query' | 'body', writer?: Writer) {
    const located = this.results.located?.[place];
    const passed = located && hasOwn(located, name) ? place : 'plain';
    const written: Placed = { name, names: [name], passed, place, pieces: [], error: undefined };
    this.placedParameters.push(written);
    this.writing = written;
    if (writer) writer.pieces = written.pieces;
  }
}
