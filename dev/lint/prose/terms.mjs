/**
 * Words that a native reader stops at, and what to write instead, in the form of textlint-rule-terminology: a pattern, which matches whole
 * words in any case, and its replacement. A pattern excludes a word's right uses, such as "the server answers".
 */

/** @typedef {readonly (readonly [pattern: string, replacement: string])[]} Terms */

/** Checked everywhere but in comments. @type {Terms} */
export const REPEATED = [['(?:that|those) of', 'the noun again']];

/** Before a noun. */
const BEFORE_NOUN =
  "(?:an?|the|its|their|our|your|these|those|each|every|no|any|half|one|two|first|last|other|\\w+['’]s?|" +
  'of|with|without|for|after|during|until|from|about|in|unread|broken|malformed|missing|trailers-only)';

/** Checked everywhere. @type {Terms} */
export const TERMS = [
  [`(?:${BEFORE_NOUN} answers?(?:['’]s)?|answers? (?:of|to|is|isn['’]t|are|has|have|was|had|came|ended))`, 'response'],
  ['time limit(s?)', 'timeout$1'],
  ['pages of (?:a|the) list', 'pagination'],
  ['pages? (?:of|for) missing addresses', '404 page'],
  ['not[- ]found page', '404 page'],
  ['meta data', 'metadata'],
  ['blanks', 'whitespace'],
  ['takes? no (\\w+)', 'rejects $1'],
  ['mend(?:s|ed|ing)?', 'fix'],
  ['remed(?:y|ies)', 'fix'],
  ['gives? (?:it |them )?(?:a value|text)', 'pass a value'],
  ['(?:is|are) dear', 'is expensive'],
  ['(?:gives?|giving|gave) way', 'is replaced'],
  ['stands? (?:in|before|there|beside)', 'is in, precedes or exists'],
  [
    '(?:it|that|which|this|value) is no (?:JSON|YAML|XML|URLs?|URIs?|number|string|object|list|array|argument|entry|name|method|header|type|file)',
    "isn't a",
  ],
  ['lead(?:s|ing)? out of', 'escape'],
  ['as it is meant', 'the unencoded value'],
  ['nobody', 'no one'],
  ['whoever', 'a caller'],
  ['(?:tells|told)', 'reports or prints'],
  ['but for', 'except'],
  ["of one['’]s own", 'custom'],
  ['ill (server|client)(s?)', 'faulty $1$2'],
  ['odd ones', 'exceptions'],
  ['stated', 'set'],
  ['(document|server|route|option|caller|command|request|text|it) states', '$1 says'],
  ['what (?:is|was) left over', 'the remaining ones'],
];
