/** An ES module that imports the packages and, from a CommonJS module, what that required: they are the same, at run time and as types. */
import { endpoint, EndpointError, type Endpoint } from 'endpoint.js';
import { builder, failure, location, endpoint as required } from './program.cjs';

const same: typeof endpoint = required;
const assignable: Endpoint = builder;
const error: EndpointError = failure();
const { body } = assignable('POST /a', { [location]: { body: { url: 'b' } } });
console.log(JSON.stringify([same === endpoint, error instanceof EndpointError, location === endpoint.in, body]));
