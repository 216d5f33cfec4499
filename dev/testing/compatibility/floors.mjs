/**
 * The oldest engines that each published file supports, and what the check of its features must not report: features that the code looks
 * for before it uses them, and members of its own objects with the names of newer features.
 */

/** @typedef {Readonly<Record<string, string>>} Allowed by feature: why the file may use it, or what else the name is there */

/** Contract of the library, and of the client: every engine since mid-2020. */
export const LIBRARY = { chrome: 85, edge: 85, firefox: 79, safari: 14, safari_ios: 14 };

/** For `URL.canParse`, and popovers in Firefox. */
export const PLAYGROUND = { chrome: 120, edge: 120, firefox: 125, safari: 17, safari_ios: 17 };

/** @type {Allowed} */
export const LIBRARY_NAMES = {
  'api.LayoutShiftAttribution.node': 'makes a node of an automaton',
};

/** Of the client, alone and in the page. @type {Allowed} */
const CALLS = {
  'api.SharedStorage.run or api.SharedStorageWorklet.run': 'makes a call',
  'javascript.builtins.Iterator.chunks': 'reads the chunks of a body',
};

/** Of google-protobuf and grpc-web, which were published for engines before these. @type {Allowed} */
const DEPENDENCIES = {
  'javascript.builtins.SuppressedError.error': 'logs an error of grpc-web',
  'javascript.builtins.Function.displayName': 'a name of google-protobuf',
  'javascript.builtins.Iterator.toArray': 'lists the entries of a map of google-protobuf',
  'javascript.builtins.Set.difference': 'compares messages of google-protobuf',
  'api.CSS.s_static': 'a minified object',
  'api.CSS.vb_static': 'a minified object',
};

/** @type {Allowed} */
export const CLIENT_NAMES = {
  ...CALLS,
  'javascript.builtins.Error.Error.options_cause_parameter': 'CallError sets its cause itself too',
};

/** @type {Allowed} */
export const CLIENT_FILE_NAMES = {
  ...CLIENT_NAMES,
  ...DEPENDENCIES,
  'api.RTCRtpReceiver.transport or api.RTCRtpSender.transport or api.RTCSctpTransport.transport':
    'an option of grpc-web',
};

/** @type {Allowed} */
export const PLAYGROUND_NAMES = {
  ...CALLS,
  ...DEPENDENCIES,
  'surrogates of pairs': 'WebKit finds none inside of pairs from Safari 16.4 on',
  'api.AbortSignal.timeout_static': 'older Chrome names its error otherwise, which the page does not read',
  'api.ClipboardItem': 'the page looks for it first',
  'javascript.builtins.AsyncDisposableStack.use or javascript.builtins.DisposableStack.use': "React's use",
  'api.PreferenceObject.override': "an option of acorn's",
  'javascript.builtins.Iterator.take': "takes a token of a literal's text",
  'api.AudioData.format or api.GPUTexture.format or api.Summarizer.format or api.VideoFrame.format': 'formats a date',
  'api.GPUCompilationMessage.linePos': 'a position in YAML',
  'api.Document.createElement.options_parameter.options_is_parameter': "React's, for custom elements alone",
  'api.Document.startViewTransition or api.Element.startViewTransition': "React's, which the page doesn't use",
  'api.ViewTransition.skipTransition': 'likewise',
  'api.Window.navigation': 'React looks for it first',
  'api.Window.setImmediate': 'likewise',
  'api.Window.requestIdleCallback': 'the page looks for it first',
  'api.Window.cancelIdleCallback': 'likewise',
};
