import { useEffect, useMemo, useState } from 'react';
import { mayHaveReferences, type Variable } from '../../../variables/references.js';
import type { MetadataCheck } from '../call.js';
import type { Form } from './form.js';
import { readCall } from './read-call.js';
import type { substituteCall } from './substitute-call.js';

type Substitution = typeof substituteCall;

/** Until the code for it is loaded, a call with references isn't sent. */
const LOADING: Substitution = (form) => ({
  form,
  problems: new Map([['code', 'The values of variables are loading.']]),
});

/** Inserts values into a form that may have references; undefined for any other form. */
function useSubstitution(form: Form): Substitution | undefined {
  const [substitution, setSubstitution] = useState<Substitution>();
  const needed = useMemo(() => mayHaveReferences(JSON.stringify(form)), [form]);
  useEffect(() => {
    if (needed) void import('./substitute-call.js').then((loaded) => setSubstitution(() => loaded.substituteCall));
  }, [needed]);
  return needed ? (substitution ?? LOADING) : undefined;
}

/** The call in a form with the values of its references, and the problems that prevent it. Without `check`, metadata isn't checked. */
export function useReadCall(form: Form, variables: readonly Variable[], check?: MetadataCheck) {
  const substitution = useSubstitution(form);
  return useMemo(() => {
    const substituted = substitution?.(form, variables);
    const read = readCall(substituted?.form ?? form, check);
    // A field has the problem of its references, or else that of its text.
    return { call: read.call, problems: new Map([...read.problems, ...(substituted?.problems ?? [])]) };
  }, [form, variables, check, substitution]);
}
