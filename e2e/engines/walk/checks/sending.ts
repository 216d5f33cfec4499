import { refusingPort } from '../../../../dev/testing/refusing-port.js';
import type { Checks } from './check.js';

/** Sending the built request, and calling the service. */
export const SENDING: Checks = {
  'a request is sent from the page, and its response shown': async (walker, { api }) => {
    await walker.fill('Route', `GET ${api}/echo/{name}`);
    await walker.fill('Value of name', 'é');
    await walker.click('button', 'Send request');
    await walker.see('Status 200 OK', 'HTTP response');
    await walker.see('"url": "/echo/%C3%A9"', 'HTTP response');
    await walker.until(`${walker.find('tab', 'Response')}.getAttribute('aria-selected') === 'true'`);
    await walker.picture('response');
    await walker.click('tab', 'Request');
  },
  'the header leads to the call and back': async (walker) => {
    await walker.click('button', 'Call');
    await walker.until(walker.find('field', 'Bridge address'));
    await walker.until(`!${walker.find('field', 'Route')}`);
    await walker.until(`${walker.find('tab', 'Call')}.getAttribute('aria-selected') === 'true'`);
    await walker.click('button', 'Build');
    await walker.until(walker.find('field', 'Route'));
    await walker.until(`!${walker.find('field', 'Bridge address')}`);
  },
  'the server builds the request of the page': async (walker) => {
    await walker.click('button', 'Call');
    // An argument was typed, for a paste.
    await walker.click('field', 'Follow the request in Build');
    await walker.until(`${walker.find('field', 'code')}.value === 'build'`);
    await walker.click('button', 'Send');
    await walker.see('/echo/%C3%A9', 'Message');
  },
  'a call is answered': async (walker) => {
    await walker.choose('code', 'echo');
    await walker.fill('str1', 'Grüße');
    await walker.click('button', 'Send');
    await walker.see('0 OK', 'Status');
    await walker.see('"str1": "Grüße"', 'Message');
    await walker.picture('answered');
  },
  'a failed operation is explained': async (walker) => {
    await walker.choose('code', '');
    await walker.fill('Another code', 'ecko');
    await walker.click('button', 'Send');
    await walker.see('success: false', 'Status');
    await walker.see('operations', 'Message');
  },
  'a call is sent by the keyboard': async (walker) => {
    await walker.choose('code', 'expand');
    await walker.fill('str1', '/a{/b}');
    await walker.fill('str2', '{"b": "x y"}');
    await walker.page.press('Control+Enter');
    await walker.see('/a/x%20y', 'Message');
  },
  'the fields are labelled as the server lists its operations': async (walker) => {
    await walker.see('Labels from the server, for its');
    await walker.until(walker.find('field', 'str1 URI template'));
  },
  'the frames on the wire are shown': async (walker) => {
    await walker.click('tab', 'Wire');
    await walker.see('"expand"', 'Request on the wire');
    await walker.see('"/a/x%20y"', 'Response on the wire');
    await walker.picture('wire');
    await walker.click('tab', 'Response');
  },
  'a bridge that does not answer is named': async (walker) => {
    const bridge = (await walker.page.evaluate(`${walker.find('field', 'Bridge address')}.value`)) as string;
    const { port, release } = await refusingPort();
    await walker.fill('Bridge address', `http://127.0.0.1:${port}`);
    await walker.click('button', 'Send');
    await walker.see('Nothing answers at', 'Status');
    release();
    await walker.fill('Bridge address', bridge);
  },
};
