// The globals that every supported runtime has and TypeScript's own types lack. The sources may use no others.

declare class URL {
  constructor(url: string, base?: string | URL);
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  hash: string;
}

declare class URLSearchParams {
  constructor(query: string);
  has(name: string): boolean;
  keys(): Iterable<string>;
  [Symbol.iterator](): Iterator<[string, string]>;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label: string | undefined, options: object);
  decode(bytes?: Uint8Array, options?: object): string;
}

declare class Blob {
  constructor(parts: Uint8Array[], options: object);
  readonly size: number;
}

declare class AbortController {
  readonly signal: { aborted: boolean };
  abort(): void;
}

declare class DOMException extends Error {
  constructor(message: string, name: string);
}

declare function setTimeout(run: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

// oxlint-disable-next-line typescript/no-explicit-any -- `send` has the type that its callers' compiler knows
declare function fetch(url: string, init: object): Promise<any>;

declare function atob(base64: string): string;
declare function btoa(bytes: string): string;

declare class ReadableStream {
  readonly locked: boolean;
}

declare class Request {
  constructor(url: string, init: object);
  readonly headers: { has(name: string): boolean };
}
