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
  readonly pieces: Piece[];
  error: EndpointError | undefined;
}

/** A parameter that the template doesn't name, and its place. */
export interface Placed extends Written {
  readonly name: string;
  readonly passed: Passed;
  readonly place: 'query' | 'body';
}

const DEFAULT_OPTIONS: MergedOptions = /* @__PURE__ */ toOptions(/* @__PURE__ */ mergeOptions(NO_OPTIONS));

const STAGES: readonly Stage[] = ['route', 'merge', 'template', 'expand', 'rest', 'headers', 'result'];

/** Layers of options, as they are merged, and the first error of all. */
export class Recording implements Recorder {
  /** The layer of defaults or settings that made the builder fail. */
  errorLayer: Layer | undefined;
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
  /** The first error of each stage. */
  readonly errors = new Map<Stage, EndpointError>();
  private currentStage: Stage = 'merge';
  private readonly earlierError: EndpointError | undefined;
  private writing: Written | undefined;

  constructor(earlier?: Recording) {
    this.attribution = { ...earlier?.attribution };
    this.sources = [...(earlier?.sources ?? [])];
    this.errorLayer = earlier?.errorLayer;
    // Without a builder, there is no other error.
    this.earlierError = earlier?.error;
  }

  /** The stage of the first error. */
  get failedStage() {
    return this.earlierError ? 'merge' : STAGES.find((stage) => this.errors.has(stage));
  }

  /** The headers of the request, or before they are amended. */
  get headers() {
    return this.results.headers ?? this.options.headers;
  }

  get error() {
    const { failedStage } = this;
    return this.earlierError ?? (failedStage && this.errors.get(failedStage));
  }

  /** Adds a layer, whose options are merged next. */
  addLayer(kind: Layer['kind'], label: string, options: EndpointOptions) {
    this.sources.push({ layer: { kind, index: this.sources.length, label }, options });
    if (typeof options === 'object' && options) this.remember('plain', options);
  }

  /** Ends a layer of defaults: its error makes the builder fail. */
  endLayer() {
    if (this.error) this.errorLayer ??= this.layer;
  }

  private get layer() {
    return (getLast(this.sources) as Source).layer;
  }

  private remember(kind: keyof Attribution, values: Values | undefined) {
    const { layer, attribution } = this;
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
    if (writer && this.writing) {
      this.writing.pieces.length = 0;
      this.writing.error = error;
    }
    if (!this.errors.has(this.currentStage)) this.errors.set(this.currentStage, error);
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

  expression(_expression: Expression, writer: Writer) {
    const written: Written = { pieces: [], error: undefined };
    this.expressions.push(written);
    this.writing = written;
    writer.pieces = written.pieces;
  }

  placed(name: string, place: 'query' | 'body', writer?: Writer) {
    const located = this.results.located?.[place];
    const passed = located && hasOwn(located, name) ? place : 'plain';
    const written: Placed = { name, passed, place, pieces: [], error: undefined };
    this.placedParameters.push(written);
    this.writing = written;
    if (writer) writer.pieces = written.pieces;
  }
}
