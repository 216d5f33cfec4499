/** The packages, as a module imports them. */
import * as builder from 'endpoint.js';
import * as client from 'endpoint.js-client';
import { explain } from 'endpoint.js/explain';
import { toFetch } from 'endpoint.js/fetch';
import * as template from 'endpoint.js/uri-template';

export const modules = { builder, toFetch, explain, template, client };
