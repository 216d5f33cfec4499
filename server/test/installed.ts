import { dependencies } from '../package.json';
import { install, packPackage } from '../../dev/testing/installed.js';

/** Installs the packed server into a project, with its dependencies, and the packed builder as one of them. */
export async function installServer(project: string, scripts: Readonly<Record<string, string>> = {}): Promise<void> {
  const packages = [
    { folder: 'server', files: await packPackage('server') },
    { folder: 'lib', files: await packPackage('lib') },
  ] as const;
  const linked = Object.keys(dependencies).filter((name) => name !== 'endpoint.js');
  install(project, { packages, dependencies: linked, scripts });
}
