import type { Reading } from '../features/request-builder/paste/reading.js';
import type { Document } from './document/document.js';
import { announce } from './document/listen.js';
import { ENVIRONMENTS } from './document/storage.js';
import { addEnvironments, NOT_KEPT } from './environments/add.js';
import { loadEnvironments, saveActive } from './environments/stored.js';
import { saveAll } from './saved/save-all.js';

/** Adds the variables of a collection as an environment, and chooses it for this tab. Returns the notice about it. */
export function addCollectedVariables({ kind, variables }: Reading): string {
  const known = loadEnvironments().list.find((environment) =>
    variables.every(({ name, value, secret = false }) =>
      environment.variables.some((other) => other.name === name && other.value === value && (other.secret || !secret)),
    ),
  );
  const wanted = {
    name: kind,
    variables: variables.map(({ name, value, secret = false }) => ({ name, value, secret })),
  };
  const environment = known ?? addEnvironments([wanted])?.[0];
  if (environment === undefined) return `The variables of the ${kind} ${NOT_KEPT}`;
  saveActive(environment.id);
  announce(ENVIRONMENTS);
  return `The variables of the ${kind} are in the environment “${environment.name}”.`;
}

/** Saves all requests of a collection, and its variables. Returns the notice about them. */
export async function saveCollection(reading: Reading, base: Document): Promise<string> {
  const requests = reading.requests.map(({ name, url, folder, form }) => ({
    name: name || url,
    folder: folder.map((part) => part.replaceAll('/', ' ')).join('/'),
    form,
  }));
  const { added, known, removed } = await saveAll(requests, base);
  const notes = [
    `Requests saved: ${added.length}.`,
    known > 0 ? `Saved before: ${known}.` : '',
    removed.length > 0 ? `Secrets left out: ${new Set(removed).size}.` : '',
    reading.variables.length > 0 ? addCollectedVariables(reading) : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}
