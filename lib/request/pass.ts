/** The forms that the stages of a pass share. */
import type { Method, QueryStyle } from '../options.js';
import type { Part } from '../template/ast.js';
import type { Step } from '../template/expand.js';
import type { Writer } from '../template/writer.js';
import type { AmendAccept } from './media-type.js';
import type { Recorder } from './record.js';

/** A parsed route: `GET /repos/{owner}`. */
export interface Route {
  /** The method as the route has it; undefined for a url alone. */
  readonly statedMethod: string | undefined;
  /** The passed method in lower case. */
  readonly method: Method | undefined;
  readonly url: string;
  /** The parsed url, once a request needed it. */
  target: Target | undefined;
}

/** What a text is as a route, and as a url template, once requests needed it. */
export interface Known {
  route?: Route;
  target?: Target | undefined;
}

/** A url template, parsed and compiled. */
export interface Target {
  readonly url: string;
  /** Scheme and authority if the template's own text begins with them; empty for a url on the base URL. */
  readonly origin: string;
  readonly parts: readonly Part[];
  /** The literal text before the first expression, and the expressions. */
  readonly text: string;
  readonly steps: readonly Step[];
  /** The slots of each variable: the indices of its values. */
  readonly variables: ReadonlyMap<string, readonly number[]>;
  /** The operators of its variables, in their order, one character each. */
  readonly operators: string;
  /** The steps if each variable has one slot and is no option's name, else none: parameters are mostly passed in this order. */
  readonly inOrder: readonly Step[];
  /** The last base that was put before the template, and that with its first text. */
  base: string;
  start: string;
  /** Whether the template can begin no fragment, and no query with other names than those of variables; undefined until it matters. */
  ownNames: boolean | undefined;
  /** Whether the template's own text may have a part of a dot segment. */
  readonly checksPath: boolean;
}

/** The decisions that a builder makes once, for all of its requests. */
export interface Rules {
  /** Undefined for a builder without a vendor. */
  readonly amendAccept: AmendAccept | undefined;
  readonly maxLength: number;
  /** Whether requests may go to the origin of a base URL; undefined where they may go to any. */
  readonly allows: ((base: string) => boolean) | undefined;
  /** Whether placeholders in the path may have no value. */
  readonly omitMissing: boolean;
  readonly strict: boolean | undefined;
  /** Remembers texts. */
  readonly recall: (text: string) => Known;
  readonly query: QueryStyle;
}

/** The context of an expansion. */
export interface Expansion extends Writer {
  readonly rules: Partial<Pick<Rules, 'maxLength'>> & Pick<Rules, 'omitMissing'>;
  readonly target: Target;
  /** That of the route; without one, that of the options, once they are merged. */
  method: Method;
  /** Records each stage; the pass then continues after an error. */
  readonly record: Recorder | undefined;
}

/** The context of the stages, from merging on. */
export interface Pass extends Expansion {
  readonly rules: Rules;
  /** Undefined where method and url are options. */
  readonly route: Route | undefined;
  /** Whether the body is a form. */
  asForm: boolean;
}
