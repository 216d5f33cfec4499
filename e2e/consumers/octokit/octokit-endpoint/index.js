export { endpoint } from 'endpoint.js/octokit';
