import { findSimilar } from '../../lib/strict.js';
import { flags, UsageError } from './command-line.js';

/** The settings of security: without one, the server would be open. */
const settings = ['token', ...Object.keys(flags).filter((name) => /^(?:token|jwt|allow|tls)-/.test(name))];

/** Kubernetes sets these for a service whose name begins with `call-server`. */
const kubernetes =
  /^CALL_SERVER(?:_[A-Z\d_]+)?_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z\d_]+)?|PORT(?:_\d+_[A-Z]+(?:_(?:PROTO|PORT|ADDR))?)?)$/;

/** The variables that OpenTelemetry's SDK or this server reads, without their `OTEL_`. */
const telemetry = [
  'SDK_DISABLED',
  'SERVICE_NAME',
  'RESOURCE_ATTRIBUTES',
  'TRACES_EXPORTER',
  'TRACES_SAMPLER',
  'TRACES_SAMPLER_ARG',
  ...['SCHEDULE_DELAY', 'EXPORT_TIMEOUT', 'MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE'].map((end) => `BSP_${end}`),
  ...['ENDPOINT', 'PROTOCOL', 'HEADERS', 'TIMEOUT', 'COMPRESSION', 'CERTIFICATE', 'CLIENT_KEY', 'CLIENT_CERTIFICATE']
    .flatMap((end) => [`EXPORTER_OTLP_${end}`, `EXPORTER_OTLP_TRACES_${end}`]),
  ...['VALUE_LENGTH', 'COUNT'].flatMap((what) => [`ATTRIBUTE_${what}_LIMIT`, `SPAN_ATTRIBUTE_${what}_LIMIT`]),
  ...['SPAN_EVENT', 'SPAN_LINK', 'SPAN_ATTRIBUTE_PER_EVENT', 'SPAN_ATTRIBUTE_PER_LINK', 'EVENT_ATTRIBUTE', 'LINK_ATTRIBUTE']
    .map((what) => `${what}_COUNT_LIMIT`),
].map((end) => `OTEL_${end}`); // prettier-ignore

/**
 * Rejects a variable that isn't read, but that was meant for one that is, or for a flag of security: the server would be open, or
 * without traces.
 *
 * @throws {UsageError}
 */
export function checkVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    const instead = findCallServer(name) ?? findTelemetry(name);
    if (instead !== undefined) throw new UsageError(`${name} isn't read; use ${instead}.`);
  }
}

function findCallServer(name: string): string | undefined {
  if (name === 'CALL_SERVER_TOKEN' || kubernetes.test(name)) return undefined;
  const letters = toLetters(name);
  const near = settings.find((setting) => isNear(letters, toLetters(`CALL_SERVER_${setting}`)));
  if (near === undefined && !letters.startsWith('CALLSERVER')) return undefined;
  const setting = near ?? findSimilar(name.slice('CALL_SERVER_'.length).toLowerCase().replaceAll('_', '-'), settings);
  if (setting === undefined) return 'CALL_SERVER_TOKEN or a flag';
  return setting === 'token' ? 'CALL_SERVER_TOKEN' : `--${setting}`;
}

function findTelemetry(name: string): string | undefined {
  // The variables of log records differ from the ones of spans by two letters.
  if (!/^OT/i.test(name) || telemetry.includes(name) || name.startsWith('OTEL_BLRP_')) return undefined;
  return telemetry.find((known) => isNear(toLetters(name), toLetters(known)));
}

const toLetters = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z\d]/g, '');

/** Whether two words differ by at most so many letters that are missing, additional or other ones. */
function isNear(one: string, other: string, edits = 2): boolean {
  // Nearly all words are of other lengths.
  if (Math.abs(one.length - other.length) > edits) return false;
  const ends = [...one].findIndex((letter, at) => letter !== other[at]);
  const at = ends === -1 ? one.length : ends;
  const [first, second] = [one.slice(at), other.slice(at)];
  if (first === second) return true;
  if (edits === 0) return false;
  const [firstRest, secondRest] = [first.slice(1), second.slice(1)];
  return [[firstRest, second], [first, secondRest], [firstRest, secondRest]].some(([a = '', b = '']) => isNear(a, b, edits - 1)); // prettier-ignore
}
