import { bookedLanes, catalogueLanes, openTasksLanes, replicasLanes } from './lanes.ts';
import { showBooked } from './show-booked.ts';
import { type Rounds, showCatalogue } from './show-catalogue.ts';
import { showOpenTasks } from './show-open-tasks.ts';
import { showReplicas } from './show-replicas.ts';

/** What is chosen of all lanes of scale, each kind in systems of its own. */
export async function showScale(
  isChosen: (lane: { name: string }) => boolean,
  rounds: Rounds,
): Promise<void> {
  const chosen = {
    catalogue: catalogueLanes.filter(isChosen),
    openTasks: openTasksLanes.filter(isChosen),
    booked: bookedLanes.filter(isChosen),
    replicas: replicasLanes.filter(isChosen),
  };
  if (chosen.catalogue.length > 0) await showCatalogue(chosen.catalogue, rounds);
  if (chosen.openTasks.length > 0) await showOpenTasks(chosen.openTasks, rounds);
  if (chosen.booked.length > 0) await showBooked(chosen.booked, rounds);
  if (chosen.replicas.length > 0) await showReplicas(chosen.replicas, rounds);
}
