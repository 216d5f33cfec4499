import { expand } from 'endpoint.js/uri-template';
import type { OperationArguments, OperationContext } from '../service/operation.js';
import type { Awaitable } from '../service/call.js';
import { withBuilderErrors } from './builder-errors.js';
import { httpRequestParts } from './http-request.js';
import { toIndentedJson } from './indent.js';
import { requestOptions } from './request-options.js';
import { variables } from './variables.js';

/** JSON of at most this many characters has so few levels that no indent makes it large. */
const flatJson = 512;

/**
 * The parts of the built-in operations whose time depends on their arguments. They need nothing but these, so each runs on the
 * serving thread or in a worker.
 */
export const tasks = {
  echo: ({ code, str1, str2, intValue }: OperationArguments, maxBytes: number): string => {
    const small = str1.length + str2.length <= flatJson;
    return toIndentedJson({ code, str1, str2, int_value: intValue }, 0, small ? undefined : maxBytes);
  },
  build: (args: OperationArguments, maxBytes: number): string =>
    withBuilderErrors(() =>
      toIndentedJson(requestOptions(args), args.intValue, args.str2.length <= flatJson ? undefined : maxBytes),
    ),
  expand: ({ str1: template, str2: json }: OperationArguments): string =>
    withBuilderErrors(() => expand(template, variables(json))),
  request: (args: OperationArguments) => withBuilderErrors(() => httpRequestParts(requestOptions(args))),
};

/** The name of one of the {@link tasks}. */
export type TaskName = keyof typeof tasks;

/** What a task results in. */
export type TaskResult<Name extends TaskName = TaskName> = ReturnType<(typeof tasks)[Name]>;

/** Where tasks are run. */
export interface Workbench {
  /**
   * Runs a task: at once where the size of its arguments keeps it short, else in a worker until the call is aborted.
   *
   * @throws {OperationError | CallError} as a rejection where it runs in a worker
   */
  run<Name extends TaskName>(
    name: Name,
    args: OperationArguments,
    context: Pick<OperationContext, 'signal'>,
  ): Awaitable<TaskResult<Name>>;
  /** Ends the workers. */
  close(): Promise<void>;
}

/** Whether a task takes less than 50 ms of CPU, whatever its arguments hold: by their sizes in characters. */
export function isQuick(name: TaskName, { str1, str2 }: OperationArguments): boolean {
  const length = str1.length + str2.length;
  if (name === 'echo') return length <= 65_536;
  // Each expression of a template may read all values, so the time grows with the product of both.
  return length <= 8192 && str1.length * str2.length <= 1_048_576;
}
