import { modules } from '../../modules.js';
import { runSuite } from '../../suite.js';
import Client from './client.jsx';

/** A server component, with a client component in it. @param {{ searchParams: Promise<{ settings?: string }> }} props */
export default async function Page({ searchParams }) {
  const { settings } = await searchParams;
  return (
    <>
      {settings && <pre>{encodeURIComponent(await runSuite(modules, JSON.parse(settings)))}</pre>}
      <Client />
    </>
  );
}
