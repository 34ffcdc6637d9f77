import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { type Manifest, objectsOf } from '../manifest.ts';

/** A stream of a slow model lasts for minutes: counts that fall for less long say nothing. */
const leastStabilizationSeconds = 300;

/**
 * What is counted in a database is NaN while that is away, and KEDA took NaN for a number far below zero (kedacore/keda#7475): it
 * would take pods away where its fallback keeps them. A comparison leaves such samples out.
 */
const takesNaN = /headgate_media_\w+(?:\{[^}]*\})?(?!\{|\w|\s*>= 0)/;

interface Scaler {
  name: string;
  target: string | undefined;
  least: number | undefined;
  most: number | undefined;
  stabilizationSeconds: number | undefined;
  /** Metrics of ours that it reads. */
  metrics: readonly string[];
  takesNaN?: boolean;
}

/** Scalers scale what is there, by metrics that are there, one each, and never to zero. */
export function scaled(manifest: Manifest, knownMetrics: ReadonlySet<string>): string[] {
  const scalers = scalersOf(manifest);
  const deployments = objectsOf(manifest, Deployment.is);
  return scalers.flatMap((scaler) => {
    const { name, target, least = 0, most = 0, stabilizationSeconds = 0, metrics } = scaler;
    const problems: string[] = [];
    const deployment = deployments.find(({ metadata }) => metadata?.name === target);
    if (deployment === undefined) problems.push(`${name} scales ${target}, which is not there`);
    else if (deployment.spec?.replicas !== undefined)
      problems.push(`${target} is set back to its replicas with each apply`);
    if (least < 2 || most <= least) problems.push(`${name} may scale from ${least} to ${most}`);
    if (stabilizationSeconds < leastStabilizationSeconds) problems.push(`${name} scales down too soon`);
    if (scalers.filter((other) => other.target === target).length > 1)
      problems.push(`${target} is scaled by two`);
    if (metrics.length === 0) problems.push(`${name} reads no metric of ours`);
    if (scaler.takesNaN) problems.push(`${name} takes NaN for a number`);
    for (const metric of metrics)
      if (!knownMetrics.has(metric)) problems.push(`${name} reads ${metric}, which no process has`);
    return problems;
  });
}

function scalersOf(manifest: Manifest): Scaler[] {
  const own = objectsOf(manifest, HorizontalPodAutoscaler.is).map(
    ({ metadata, spec }): Scaler => ({
      name: metadata?.name ?? '',
      target: spec?.scaleTargetRef.name,
      least: spec?.minReplicas,
      most: spec?.maxReplicas,
      stabilizationSeconds: spec?.behavior?.scaleDown?.stabilizationWindowSeconds,
      metrics: (spec?.metrics ?? []).flatMap(({ pods }) => pods?.metric.name ?? []),
    }),
  );
  const keda = objectsOf(manifest, ScaledObject.is).map(
    ({ metadata, spec }): Scaler => ({
      name: metadata?.name ?? '',
      target: spec?.scaleTargetRef?.name,
      least: spec?.minReplicaCount,
      most: spec?.maxReplicaCount,
      stabilizationSeconds:
        spec?.advanced?.horizontalPodAutoscalerConfig?.behavior?.scaleDown?.stabilizationWindowSeconds,
      metrics: (spec?.triggers ?? []).flatMap(
        ({ metadata: { query = '' } }) => query.match(/headgate_\w+/g) ?? [],
      ),
      takesNaN: (spec?.triggers ?? []).some(({ metadata: { query = '' } }) => takesNaN.test(query)),
    }),
  );
  return [...own, ...keda];
}
