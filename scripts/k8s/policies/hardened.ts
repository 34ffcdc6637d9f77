import { type Manifest, workloadsOf } from '../manifest.ts';

/** Nobody is root, nothing is written beside volumes, and no pod can ask the API of the cluster for anything. */
export function hardened(manifest: Manifest): string[] {
  return workloadsOf(manifest).flatMap(({ name, pod, containers }) => {
    const problems: string[] = [];
    const { runAsNonRoot, runAsUser = 0, seccompProfile } = pod.securityContext ?? {};
    if (runAsNonRoot !== true || runAsUser === 0) problems.push(`${name} may run as root`);
    if (seccompProfile?.type !== 'RuntimeDefault') problems.push(`${name} has no seccomp profile`);
    if (pod.automountServiceAccountToken !== false)
      problems.push(`${name} is given a token of its service account`);
    if (!pod.serviceAccountName) problems.push(`${name} has no service account of its own`);
    if (pod.enableServiceLinks !== false) problems.push(`${name} is given variables of every Service`);
    if (pod.hostNetwork || pod.hostPID || pod.hostIPC) problems.push(`${name} shares its node's namespaces`);
    for (const { name: container, securityContext = {} } of [...containers, ...(pod.initContainers ?? [])]) {
      const title = `${name}/${container}`;
      const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities, privileged } = securityContext;
      if (readOnlyRootFilesystem !== true) problems.push(`${title} may write to its image`);
      if (allowPrivilegeEscalation !== false || privileged)
        problems.push(`${title} may become more than it is`);
      if (capabilities?.drop?.includes('ALL') !== true || capabilities.add !== undefined)
        problems.push(`${title} keeps capabilities`);
    }
    return problems;
  });
}
