/** Which connections network policies allow. */
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { listKind, type Manifest } from './manifests.js';
import { matches } from './references.js';

type Labels = Readonly<Record<string, string>>;
type Spec = NonNullable<INetworkPolicy['spec']>;
type Rule = { readonly ports?: NonNullable<Spec['ingress']>[number]['ports']; readonly peers: Peers };
type Peers = NonNullable<NonNullable<Spec['ingress']>[number]['from']> | undefined;

/** Who connects, or is connected to: a pod, or outside of the cluster. */
interface Party {
  readonly name: string;
  /** undefined: outside. */
  readonly pod?: { readonly namespace: string; readonly labels: Labels };
  readonly ports?: readonly number[];
}

/** Parties besides the pods of the manifests. */
const OTHERS: readonly Party[] = [
  { name: 'stranger' },
  { name: 'neighbour', pod: { namespace: 'calls', labels: { app: 'neighbour' } } },
  { name: 'pod elsewhere', pod: { namespace: 'elsewhere', labels: { app: 'server' } } },
  { name: 'caller', pod: { namespace: 'elsewhere', labels: { 'calls-role': 'caller' } } },
  { name: 'prometheus', pod: { namespace: 'monitoring', labels: {} } },
  { name: 'dns', pod: { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } }, ports: [53] },
]; // prettier-ignore

function isSelected(selector: { readonly matchLabels?: Labels | undefined } | undefined, labels: Labels): boolean {
  const unknown = Object.keys(selector ?? {}).filter((key) => key !== 'matchLabels');
  if (unknown.length > 0) throw new Error(`This model of network policies doesn't know ${unknown.join()}.`);
  return matches(selector?.matchLabels ?? {}, labels);
}

function isPeer(peers: Peers, policy: INetworkPolicy, { pod }: Party): boolean {
  if (peers === undefined) return true;
  return peers.some(({ podSelector, namespaceSelector, ipBlock }) => {
    if (ipBlock !== undefined) throw new Error("This model of network policies doesn't know ipBlock.");
    if (pod === undefined) return false;
    const isInNamespace =
      namespaceSelector === undefined
        ? pod.namespace === policy.metadata?.namespace
        : isSelected(namespaceSelector, { 'kubernetes.io/metadata.name': pod.namespace });
    return isInNamespace && isSelected(podSelector, pod.labels);
  });
}

const hasPort = ({ ports }: Rule, port: number): boolean =>
  ports === undefined || ports.some((one) => one.port === port);

/** Whether the policies of one end allow a connection with the other; without any policy of its direction all is allowed. */
function allows(
  policies: readonly INetworkPolicy[],
  direction: 'Ingress' | 'Egress',
  [end, other, port]: readonly [Party, Party, number],
): boolean {
  const { pod } = end;
  if (pod === undefined) return true;
  const own = policies.filter(
    ({ metadata, spec }) =>
      metadata?.namespace === pod.namespace &&
      spec?.policyTypes?.includes(direction) === true &&
      isSelected(spec.podSelector, pod.labels),
  );
  const isAllowed = (policy: INetworkPolicy): boolean => {
    const rules: Rule[] =
      direction === 'Ingress'
        ? (policy.spec?.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
        : (policy.spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }));
    return rules.some((rule) => hasPort(rule, port) && isPeer(rule.peers, policy, other));
  };
  return own.length === 0 || own.some(isAllowed);
}

/** Lists all connections from, to and between the pods of the manifests that their network policies allow, such as `a → b:80`. */
export function listTraffic(manifests: readonly Manifest[]): string[] {
  const policies = listKind(manifests, 'NetworkPolicy');
  const pods = listKind(manifests, 'Deployment').map(({ metadata, spec }): Party => {
    const ports = spec?.template.spec?.containers.flatMap(({ ports: list = [] }) => list) ?? [];
    const pod = { namespace: metadata?.namespace ?? '', labels: spec?.template.metadata?.labels ?? {} };
    return { name: metadata?.name ?? '', pod, ports: ports.map(({ containerPort }) => containerPort) };
  });
  const parties = [...OTHERS, ...pods];
  const involved = (from: Party, to: Party): boolean => from !== to && (pods.includes(from) || pods.includes(to));
  return parties.flatMap((from) =>
    parties
      .filter((to) => involved(from, to))
      .flatMap((to) =>
        (to.ports ?? [443])
          .filter(
            (port) => allows(policies, 'Egress', [from, to, port]) && allows(policies, 'Ingress', [to, from, port]),
          )
          .map((port) => `${from.name} → ${to.name}:${port}`),
      ),
  );
}
