import { useEffect, useState } from 'react';
import { askLibrary } from '../features/catalogue/library/library.js';
import type { FoundOperation } from '../features/catalogue/library/messages.js';
import type { Operation } from '../features/catalogue/catalogue.js';
import { deriveState, type BuilderState } from '../features/request-builder/model/build.js';
import { EMPTY_FORM, type Form } from '../features/request-builder/model/form.js';
import { numberRows, writeRows } from '../features/request-builder/model/rows.js';
import { readTemplate } from '../features/request-builder/model/template.js';

type Request = NonNullable<BuilderState['request']>;

function fillForm({ operation: { route }, server, parameters }: FoundOperation, form: Form, method: string): Form {
  const inBody = form.parameters.filter(
    ({ place }) => place === 'body' || (place === 'auto' && method !== 'get' && method !== 'head'),
  );
  const variables = readTemplate(route) ?? [];
  const isSame = form.baseUrl.replace(/\/+$/, '') === server.replace(/\/+$/, '');
  return {
    ...form,
    route,
    parameters: numberRows([...writeRows(parameters).parameters, ...inBody]).map((row) => ({
      ...row,
      place: variables.find(({ name }) => name === row.name)?.at ?? row.place,
    })),
    ...(!isSame && { baseUrl: server, vendor: server === EMPTY_FORM.baseUrl ? EMPTY_FORM.vendor : '' }),
  };
}

/** What a server receives: the parameters of a query may be in any order. */
function describe({ method, url, headers, body }: Request): string {
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.sort();
  return JSON.stringify([method, origin, pathname, `${searchParams}`, headers, body]);
}

/** The form with the route and the values of an operation; undefined unless it sends the same request. */
export function fillFormFromUrl(found: FoundOperation, state: BuilderState): Form | undefined {
  const { request: before, surroundings } = state;
  const { auth } = surroundings;
  // The url has the credentials.
  if (before === undefined || (auth.kind === 'key' && auth.place === 'query')) return undefined;
  const form = fillForm(found, state.form, before.method);
  const { request } = deriveState(form, state);
  return request && describe(request) === describe(before) ? form : undefined;
}

/** After the last edit. */
const DELAY_MS = 400;

interface Offer {
  readonly operation: Operation;
  readonly form: Form;
  /** The form that it was made for. */
  readonly before: Form;
}

/** The catalogue's route of the request's url, once the user stops typing. */
function useOffer(state: BuilderState): Offer | undefined {
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    const { request, form: before } = state;
    if (request === undefined) return undefined;
    let isCurrent = true;
    const ask = async () => {
      try {
        const found = await askLibrary('find', { method: request.method, url: request.url });
        const form = found && fillFormFromUrl(found, state);
        if (isCurrent && found && form) setOffer({ operation: found.operation, form, before });
      } catch (error) {
        // The request is the same without the offer.
        console.info('The route of the url could not be looked up.', error);
      }
    };
    const timer = setTimeout(() => void ask(), DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [state]);
  return offer?.before === state.form ? offer : undefined;
}

interface RouteOfferProps {
  readonly state: BuilderState;
  readonly onApply: (operation: Operation, form: Form) => void;
}

/** Offers the catalogue's route for a url without placeholders. */
export default function RouteOffer({ state, onApply }: RouteOfferProps) {
  const offer = useOffer(state);
  if (offer === undefined) return null;
  const { operation, form } = offer;
  return (
    <div className="pasted flow route-offer">
      <output className="pasted-text wrap">
        This url is <code>{`${operation.method} ${operation.path}`}</code> of the catalogue
        {operation.summary !== '' && `: ${operation.summary}`}
      </output>
      <div className="pasted-actions">
        <button type="button" className="button" onClick={() => onApply(operation, form)}>
          Use the route
        </button>
      </div>
    </div>
  );
}
