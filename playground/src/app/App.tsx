import { useReducer } from 'react';
import { CallApi } from '../features/call-api/CallApi.js';
import { initialCallForm, reduceCallForm } from '../features/call-api/form.js';
import { ServerBuild } from '../features/call-api/ServerBuild.js';
import { reduceBuilder, stateOf } from '../features/request-builder/build.js';
import { EXAMPLE_FORM } from '../features/request-builder/form.js';
import { RequestBuilder } from '../features/request-builder/RequestBuilder.js';
import { Header } from './Header.js';
import { Part } from './Part.js';

export function App() {
  const [builder, editBuilder] = useReducer(reduceBuilder, EXAMPLE_FORM, (form) => stateOf(form));
  const [callForm, editCall] = useReducer(reduceCallForm, location.search, initialCallForm);
  return (
    <div className="page">
      <Header />
      <main>
        <Part title="Build a request" hint="Type a route; the request follows every keystroke.">
          <RequestBuilder state={builder} dispatch={editBuilder}>
            <ServerBuild bridge={callForm.bridge} local={builder.question} />
          </RequestBuilder>
        </Part>
        <Part
          title="Call the service"
          hint={
            <>
              <code>api.ApiService/CallApi</code> by gRPC-Web, from this page through a bridge to the server.
            </>
          }
        >
          <CallApi form={callForm} dispatch={editCall} />
        </Part>
      </main>
    </div>
  );
}
