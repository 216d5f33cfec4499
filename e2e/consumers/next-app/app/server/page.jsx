import { modules } from '../../modules.js';
import { runSuite } from '../../suite.js';

/** A server component. @param {{ searchParams: Promise<{ settings?: string }> }} props */
export default async function Page({ searchParams }) {
  const { settings = '' } = await searchParams;
  return <pre>{encodeURIComponent(await runSuite(modules, JSON.parse(settings)))}</pre>;
}
